// What plate 3 fetches only when the hood is opened: the editor.

export { createEditor } from './editor.js';
