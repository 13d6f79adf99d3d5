// What most would write: Express 5 sending the same bytes, from memory.
import express from 'express';
import { loadPages } from './pages.mjs';

const pages = loadPages(process.argv[2]);
const app = express();
app.get('/blog/:slug', (request, response) => {
  const body = pages.get(request.path);
  if (body) response.type('html').send(body);
  else response.sendStatus(404);
});
const server = app.listen(Number(process.env.PORT), '127.0.0.1', () => process.send?.(server.address()));
