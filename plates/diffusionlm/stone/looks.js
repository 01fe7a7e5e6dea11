// The materials and the light, in the page's two themes.

import {
  AmbientLight, Color, DirectionalLight, MeshBasicMaterial, MeshStandardMaterial, PMREMGenerator, Vector3,
} from 'three';
import { brass, iron, maple, marble, oak, shop } from './textures.js';

/** @typedef {ReturnType<typeof makeLooks>} Looks */

const THEMES = {
  light: { stone: '#f2f1ee', wood: '#fffaf0', iron: '#d4d7dc', brass: '#ffffff', oak: '#e8d3b8', air: 0.75, sun: 2.1, fill: 0.25 },
  dark: { stone: '#5d5b58', wood: '#dccab0', iron: '#b4b7bd', brass: '#f0e2bc', oak: '#b39c80', air: 0.42, sun: 1.75, fill: 0.1 },
};
export const RED = new Color('#9c120c');
export const INK = new Color('#170c05');
/** What an uncertain guess is printed in: hardly darker than its wood. */
export const PALE = new Color('#8d5a2a');

/** Everything that is drawn is drawn with these. @param {any} renderer @param {boolean} soft a smaller shadow map */
export function makeLooks(renderer, soft) {
  const made = new PMREMGenerator(renderer);
  const room = shop();
  const air = made.fromEquirectangular(room);
  room.dispose();
  made.dispose();
  const metal = (map, roughness) => new MeshStandardMaterial({ map, roughness, metalness: 1 });
  const materials = {
    sort: windowed(new MeshStandardMaterial({ map: maple(), roughness: 0.58 })),
    letter: new MeshStandardMaterial({ roughness: 0.42, vertexColors: true }),
    oak: new MeshStandardMaterial({ map: oak(), roughness: 0.7 }),
    brass: metal(brass(), 0.34),
    pin: metal(null, 0.25),
    iron: new MeshStandardMaterial({ map: iron(), roughness: 0.5, metalness: 0.55 }),
    stone: new MeshStandardMaterial({ map: marble(), roughness: 0.5 }),
    red: new MeshStandardMaterial({ color: RED, roughness: 0.6 }),
    black: new MeshBasicMaterial({ color: '#120d09' }),
  };
  materials.pin.color.set('#e6c36a');
  return { air, materials, ...lights(soft ? 1024 : 2048), dress: (theme, scene, lamps) => dress(THEMES[theme], materials, scene, lamps) };
}

/** A sun at the upper left with one soft shadow, and a little light from everywhere. @param {number} size of the shadow map */
function lights(size) {
  const sun = new DirectionalLight('#fff8ee', 2);
  sun.position.set(-11, 24, -9);
  sun.castShadow = true;
  sun.shadow.mapSize.set(size, size);
  sun.shadow.bias = -0.0006;
  sun.shadow.normalBias = 0.02;
  sun.shadow.radius = 3;
  return { sun, fill: new AmbientLight('#f4efe8', 0.3) };
}

/** @param {typeof THEMES.light} look @param {any} materials @param {any} scene @param {any} lamps */
function dress(look, materials, scene, { sun, fill }) {
  materials.stone.color.set(look.stone);
  materials.sort.color.set(look.wood);
  materials.iron.color.set(look.iron);
  materials.brass.color.set(look.brass);
  materials.oak.color.set(look.oak);
  scene.environmentIntensity = look.air;
  sun.intensity = look.sun;
  fill.intensity = look.fill;
}

/** Each instance takes its own window of the texture, so that no two pieces of wood are alike.
 *  @param {MeshStandardMaterial} material */
function windowed(material) {
  material.onBeforeCompile = (shader) => {
    shader.vertexShader = `attribute vec2 shift;\n${shader.vertexShader}`.replace(
      '#include <uv_vertex>', '#include <uv_vertex>\n\tvMapUv += shift;');
  };
  return material;
}

/** Point the sun at what is shown, so that its shadow map is spent on that.
 *  @param {any} sun @param {Vector3} at @param {number} distance of the reader */
export function aim(sun, at, distance) {
  const reach = distance * 0.42;
  sun.target.position.copy(at);
  sun.position.copy(at).add(new Vector3(-11, 24, -9).multiplyScalar(reach / 13));
  sun.target.updateMatrixWorld();
  Object.assign(sun.shadow.camera, { left: -reach, right: reach, top: reach, bottom: -reach, near: 1, far: 5 * reach });
  sun.shadow.camera.updateProjectionMatrix();
}

/** A texture on a flat thing. @param {any} map @param {number} [roughness] */
export function printed(map, roughness = 0.85) {
  return new MeshStandardMaterial({ map, roughness });
}
