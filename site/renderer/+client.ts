import '#site/islands/start.ts';
