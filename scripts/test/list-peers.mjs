/** `npm run peers`: installs the programs that tests compare with, as far as this works without root, and lists what is available. */

import { installPackages, missingTestPackages } from "../build/setup.mjs";
import {
  API,
  API_FOLDER,
  CAN,
  CAN_FOLDER,
  forgetFailures,
  installPeers,
  isInstalled,
  LINTERS,
  LINTERS_FOLDER,
  MICROPYTHON,
  MICROPYTHON_FOLDER,
  NEOVIM,
  NEOVIM_FOLDER,
  NPM,
  NPM_FOLDER,
  OPENAPI,
  OPENAPI_FOLDER,
  OPENAPI_PYTHON,
  OPENAPI_PYTHON_FOLDER,
  PYTHON,
  PYTHON_FOLDER,
  REGISTRY,
  REGISTRY_FOLDER,
  TYPES,
  TYPES_FOLDER,
} from "./peers.mjs";

await installPackages({ tests: true });
forgetFailures();
for (const line of installPeers()) console.log(line);
const missing = missingTestPackages();
console.log(`programs from Debian  ${missing.length === 0 ? "all here" : `missing: ${missing.join(" ")}`}`);
for (const [registry, folder, names] of [
  ["npm", NPM_FOLDER, NPM],
  ["npm", API_FOLDER, API],
  ["npm", LINTERS_FOLDER, LINTERS],
  ["npm", OPENAPI_FOLDER, OPENAPI],
  ["npm", REGISTRY_FOLDER, REGISTRY],
  ["PyPI", OPENAPI_PYTHON_FOLDER, OPENAPI_PYTHON],
  ["PyPI", PYTHON_FOLDER, PYTHON],
  ["PyPI", TYPES_FOLDER, TYPES],
  ["PyPI", CAN_FOLDER, CAN],
  ["PyPI", MICROPYTHON_FOLDER, MICROPYTHON],
  ["PyPI", NEOVIM_FOLDER, NEOVIM],
]) {
  const state = isInstalled(folder) ? "all here" : "missing";
  console.log(`${`packages from ${registry}`.padEnd(20)}  ${state}: ${names.join(" ")}`);
}
