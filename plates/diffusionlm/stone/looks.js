// The materials and the light, in the page's two themes.

import {
  AmbientLight, Color, DirectionalLight, MeshBasicMaterial, MeshStandardMaterial, PMREMGenerator, Vector3,
} from 'three';
import { brass, iron, maple, marble, oak, shop } from './textures.js';

/** @typedef {ReturnType<typeof makeLooks>} Looks */

const THEMES = {
  light: { stone: '#f0eee9', wood: '#fffaf0', iron: '#cfcdca', brass: '#ffffff', oak: '#e6d6c0', air: 0.75, sun: 2.1, fill: 0.25 },
  dark: { stone: '#524f4b', wood: '#eadfcd', iron: '#b9b6b1', brass: '#f0e2bc', oak: '#c2b4a0', air: 0.5, sun: 2.15, fill: 0.14 },
};
export const RED = new Color('#9c120c');
export const INK = new Color('#170c05');
/** What an uncertain guess is printed in: hardly darker than its wood. */
export const PALE = new Color('#8d5a2a');

/** Everything that is drawn is drawn with these. @param {any} renderer
 *  @param {boolean} soft no graphics card: metal mirrors nothing, and nothing throws a shadow */
export function makeLooks(renderer, soft) {
  const air = soft ? null : mirrored(renderer);
  const metal = (map, roughness) => new MeshStandardMaterial({ map, roughness, metalness: soft ? 0.2 : 1 });
  const materials = {
    sort: windowed(new MeshStandardMaterial({ map: maple(), roughness: 0.58 })),
    letter: new MeshStandardMaterial({ roughness: 0.42, vertexColors: true }),
    oak: new MeshStandardMaterial({ map: oak(), roughness: 0.7 }),
    brass: metal(brass(), 0.34),
    pin: metal(null, 0.25),
    iron: new MeshStandardMaterial({ map: iron(), roughness: 0.5, metalness: soft ? 0.1 : 0.55 }),
    stone: new MeshStandardMaterial({ map: marble(), roughness: 0.5 }),
    red: new MeshStandardMaterial({ color: RED, roughness: 0.6 }),
    cream: new MeshStandardMaterial({ color: '#fff1dc', roughness: 0.8 }),
    black: new MeshBasicMaterial({ color: '#120d09' }),
  };
  materials.pin.color.set('#e6c36a');
  return { air, materials, ...lights(!soft), dress: (theme, scene, lamps) => dress(THEMES[theme], materials, scene, lamps) };
}

/** The shop as metal mirrors it. @param {any} renderer */
function mirrored(renderer) {
  const made = new PMREMGenerator(renderer);
  const room = shop();
  const air = made.fromEquirectangular(room);
  room.dispose();
  made.dispose();
  return air;
}

/** A sun at the upper left with one soft shadow, and a little light from everywhere. @param {boolean} shadow */
function lights(shadow) {
  const sun = new DirectionalLight('#fff8ee', 2);
  sun.position.set(-11, 24, -9);
  sun.castShadow = shadow;
  sun.shadow.mapSize.set(2048, 2048);
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
  // Without a shop to mirror, more light has to come from everywhere.
  fill.intensity = scene.environment ? look.fill : look.fill + 2.2 * look.air;
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
