import * as z from 'zod';

// zod would try to compile its schemas when they are made, which the content security policy refuses and the browser
// reports. So this comes before any of them.
z.config({ jitless: true });
