// The floor: node:http sending the same bytes, from memory, with the headers a page cannot do without.
import { createServer } from 'node:http';
import { loadPages } from './pages.mjs';

const pages = loadPages(process.argv[2]);
const server = createServer((request, response) => {
  const body = pages.get(request.url);
  response.writeHead(body ? 200 : 404, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': body?.length ?? 0,
  });
  response.end(body);
}).listen(Number(process.env.PORT), '127.0.0.1', () => process.send?.(server.address()));
