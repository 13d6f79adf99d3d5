import * as z from 'zod';

// For pages: zod would try to compile its schemas when they are made, which the content security policy refuses and
// the browser reports. An entry imports this before anything that makes a schema.
z.config({ jitless: true });
