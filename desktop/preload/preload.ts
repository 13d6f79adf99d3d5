import { contextBridge, ipcRenderer } from 'electron';

// The one function a page has; what it may ask is decided on the other side (desktop/main/door.ts).
contextBridge.exposeInMainWorld('invoke', (name: unknown, input: unknown): unknown =>
  ipcRenderer.invoke('invoke', name, input),
);
