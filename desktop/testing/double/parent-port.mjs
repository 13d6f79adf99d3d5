// What a utility process of Electron has, on Node's own channel to the process that started it: messages wait for the
// first listener.
import { EventEmitter } from 'node:events';

const port = new EventEmitter();
process.parentPort = Object.assign(port, { postMessage: (message) => process.send(message) });
port.once('newListener', () => {
  process.on('message', (data) => port.emit('message', { data }));
});
