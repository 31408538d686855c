/**
 * Code splitting creates a file for each set of modules that later loads share, so a start would read ninety files. This joins files that
 * are loaded together, and the others import from these. What one of them imports later is beside it then.
 */

import { readFileSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { build } from "esbuild";

/**
 * Builds with code splitting, then joins files.
 * @param together file → its modules, including their imports
 * @param except programs that load their imports before everything else
 * @returns the files, relative to the working directory
 */
export async function buildJoined(options, together, except = []) {
  // Inside the output folder, so that source maps are the same on each machine.
  const folder = join(options.absWorkingDir, options.outdir, `pieces-of-${Object.keys(together)[0]}`);
  try {
    const { metafile } = await build({ ...options, outdir: folder });
    const plan = planOf(metafile, together, except);
    const made = await Promise.all(
      [undefined, ...Object.keys(together)].map((own) =>
        build({
          ...options,
          entryPoints: own === undefined ? plan.left : [{ in: `joined:${own}`, out: own }],
          splitting: false,
          // Of the pieces.
          banner: {},
          alias: {},
          plugins: [joining(plan, folder, own), pieceTexts(plan, folder, own, options.banner?.js)],
        }),
      ),
    );
    return made.flatMap((one) => Object.keys(one.metafile.outputs));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Maps each piece to its file, and lists the pieces that remain files because code loads them by name. */
function planOf({ outputs }, together, except) {
  const pieces = new Map(Object.entries(outputs).map(([path, output]) => [basename(path), output]));
  const modules = [...pieces].flatMap(([name, { inputs }]) => Object.keys(inputs).map((module) => [module, name]));
  const named = new Map([...modules, ...[...pieces].map(([name, { entryPoint }]) => [entryPoint, name])]);
  const homes = new Map();
  const apart = new Set();
  const take = (name, visit) => {
    const piece = pieces.get(name);
    if (piece === undefined || apart.has(name) || homes.has(name)) return;
    visit(name);
    for (const { path, kind } of piece.imports) if (kind === "import-statement") take(basename(path), visit);
  };
  for (const module of except) take(named.get(module), (name) => apart.add(name));
  for (const [home, modules] of Object.entries(together)) {
    for (const module of modules)
      take(named.get(module), (name) => homes.set(name, { home, prefix: `_${homes.size}_` }));
  }
  const left = [...pieces.keys()]
    .filter((name) => name.endsWith(".js") && (!homes.has(name) || pieces.get(name).entryPoint !== undefined))
    .map((name) => ({ in: `left:${name}`, out: basename(name, ".js") }));
  return { pieces, homes, left };
}

/** As long as `import`: what follows in its line keeps its place in the source map. */
const LATER = "$later";

/**
 * A hundred pieces would each make a `require` of their own at each start; few use it. And what a piece imports later is in the same file
 * where both are joined.
 */
function pieceTexts({ homes }, folder, own, banner = "") {
  const isOwn = (piece) => own !== undefined && homes.get(piece)?.home === own;
  return {
    name: "texts of pieces",
    setup(plugin) {
      plugin.onLoad({ filter: /\.js$/, namespace: "file" }, ({ path }) => {
        if (dirname(path) !== folder) return undefined;
        const text = readFileSync(path, "utf8");
        const rest = text.startsWith(banner) ? text.slice(banner.length) : text;
        // The line stays, for the source map.
        const kept = /\brequire\b/.test(rest) ? text : rest;
        if (!isOwn(basename(path))) return { contents: kept, resolveDir: folder };
        const later = kept.replace(/\bimport(?=\("\.\/([^"]+)"\))/g, (word, piece) => (isOwn(piece) ? LATER : word));
        const contents = later === kept ? kept : `${later}\nimport { ${LATER} } from "joined:${own}";`;
        return { contents, resolveDir: folder };
      });
    },
  };
}

/** For file `own`: bundles its own pieces and imports others from their files under unique names. */
function joining({ pieces, homes }, folder, own) {
  const names = (piece, of) => `{ ${pieces.get(piece).exports.map(of).join(", ")} }`;
  const elsewhere = (piece) => {
    const { home, prefix } = homes.get(piece);
    return `export ${names(piece, (name) => `${prefix}${name} as ${name}`)} from "./${home}.js";`;
  };
  const joined = () => {
    const mine = [...homes].filter(([, { home }]) => home === own);
    const loaded = mine.filter(([piece]) => pieces.get(piece).entryPoint !== undefined);
    return [
      ...mine.map(
        ([piece, { prefix }]) => `export ${names(piece, (name) => `${name} as ${prefix}${name}`)} from "./${piece}";`,
      ),
      ...loaded.map(([piece, { prefix }]) => `import * as ${prefix} from "./${piece}";`),
      `const modules = { ${loaded.map(([piece, { prefix }]) => `"./${piece}": ${prefix}`).join(", ")} };`,
      `export async function ${LATER}(path) { return modules[path]; }`,
    ];
  };
  return {
    name: "join-chunks",
    setup(plugin) {
      plugin.onResolve({ filter: /^joined:/ }, ({ path }) => ({ path, namespace: "joined" }));
      plugin.onLoad({ filter: /.*/, namespace: "joined" }, () => ({
        contents: joined().join("\n"),
        resolveDir: folder,
      }));
      plugin.onResolve({ filter: /^left:/ }, ({ path }) => {
        const piece = path.slice("left:".length);
        return homes.has(piece) ? { path: piece, namespace: "elsewhere" } : { path: join(folder, piece) };
      });
      plugin.onLoad({ filter: /.*/, namespace: "elsewhere" }, ({ path }) => ({ contents: elsewhere(path) }));
      plugin.onResolve({ filter: /^[^:]*$/ }, ({ path, kind }) => {
        const piece = basename(path);
        const home = path.startsWith("./") && kind === "import-statement" ? homes.get(piece)?.home : undefined;
        if (home === undefined) return { path, external: true };
        return home === own ? { path: join(folder, piece) } : { path: piece, namespace: "elsewhere" };
      });
    },
  };
}
