// What plate 1 fetches only when it is wanted: the stage in three dimensions.

export { createStone } from './stone/stone.js';
