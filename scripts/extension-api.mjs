// The report of what an extension may import, contract/extension-api.md, and how
// it differs from the one checked in. node scripts/extension-api.mjs --check
// [folder]: compares; the folder has the declarations of the package already.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const REPORT = 'contract/extension-api.md';
const VERSION = /EXTENSION_API = "(\d+)\.(\d+)\.\d+"/;

/**
 * The package as a project that depends on it has it: its manifest, its
 * declarations, the packages that it needs.
 */
export function declarePackage() {
  const folder = mkdtempSync(join(tmpdir(), 'extension-api-'));
  copyFileSync('package.json', join(folder, 'package.json'));
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  // The check of types takes half of the time, and `npm run types` does it.
  const options = ['--noCheck', '--declaration', '--emitDeclarationOnly', '--sourceMap', 'false'];
  const parameters = ['-p', 'tsconfig.build.json', ...options, '--outDir', join(folder, 'dist')];
  const { status, stdout } = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', ...parameters]);
  if (status !== 0) throw new Error(`The declarations cannot be made:\n${stdout}`);
  return folder;
}

/** Every declaration that an extension can name or is handed, entry by entry. */
export async function describeExtensionApi(folder) {
  const { name, exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const entries = Object.entries(exports).filter(([, { types }]) => types);
  const files = entries.map(([, { types }]) => join(folder, types));
  const reports = await reportsOf(folder, files);
  const known = new Set();
  const parts = entries.map(([entry], index) => {
    const blocks = blocksOf(reports[index]);
    // A declaration that several entries share is shown under the first.
    const news = blocks.filter((block) => block.startsWith('export') || !known.has(block));
    for (const block of blocks) known.add(block.replace(/^export /, ''));
    return `## ${join(name, entry)}\n\n\`\`\`ts\n${news.join('\n\n')}\n\`\`\`\n`;
  });
  return `# What an extension may import\n\nWritten by \`npm run contract\`, compared by a test.\n\n${parts.join('\n')}`;
}

/** The reports of API Extractor over some files, which are compiled once. */
async function reportsOf(folder, files) {
  // Loaded only now: who only compares reports does without it.
  const { CompilerState, Extractor, ExtractorConfig } = await import('@microsoft/api-extractor');
  const reportFolder = mkdtempSync(join(tmpdir(), 'extension-api-report-'));
  const silent = { default: { logLevel: 'none' } };
  const configs = files.map((file, index) =>
    ExtractorConfig.prepare({
      configObject: {
        projectFolder: folder,
        newlineKind: 'lf',
        mainEntryPointFilePath: file,
        compiler: { overrideTsconfig: { extends: resolve('tsconfig.json'), files, include: [] } },
        apiReport: {
          enabled: true,
          reportFileName: `report-${index}`,
          reportFolder,
          reportTempFolder: reportFolder,
          includeForgottenExports: true,
        },
        docModel: { enabled: false },
        dtsRollup: { enabled: false },
        tsdocMetadata: { enabled: false },
        messages: { extractorMessageReporting: silent, tsdocMessageReporting: silent },
      },
      packageJsonFullPath: join(folder, 'package.json'),
    }),
  );
  const compilerState = CompilerState.create(configs[0], { additionalEntryPoints: files.slice(1) });
  const messageCallback = (message) => {
    if (message.logLevel !== 'error') message.logLevel = 'none';
  };
  const reports = configs.map((config, index) => {
    const { succeeded } = Extractor.invoke(config, { localBuild: true, compilerState, messageCallback });
    if (!succeeded) throw new Error(`The declarations of ${files[index]} cannot be read.`);
    return readFileSync(join(reportFolder, `report-${index}.api.md`), 'utf8');
  });
  rmSync(reportFolder, { recursive: true });
  return reports;
}

/** The declarations of a report, without what says how they are documented. */
function blocksOf(report) {
  const [, code = ''] = /```ts\n([^]*)```/.exec(report) ?? [];
  const blocks = code.replaceAll(/^ *\/\/.*\n/gm, '').split('\n\n');
  return blocks.map((block) => block.trim()).filter((block) => block !== '' && !block.startsWith('import '));
}

/** Changes that may break extensions (`breaks`), and additions (`adds`), a sentence each. */
export function compareApis(before, now) {
  const [known, found] = [declarationsOf(before), declarationsOf(now)];
  const breaks = [];
  const adds = [];
  for (const [name, lines] of known) {
    const others = found.get(name);
    if (!others) breaks.push(`${name} is gone`);
    else compareLines(name, lines, others, { breaks, adds });
  }
  for (const name of found.keys()) if (!known.has(name)) adds.push(`${name} is new`);
  return { breaks, adds };
}

function compareLines(name, before, now, { breaks, adds }) {
  const isExported = ([line]) => line.startsWith('export ');
  if (isExported(before) && !isExported(now)) breaks.push(`${name} cannot be imported`);
  if (!isExported(before) && isExported(now)) adds.push(`${name} can be imported`);
  const [gone, added] = [missingFrom(now, before), missingFrom(before, now)];
  for (const line of gone) {
    const instead = added.find((other) => memberOf(other) === memberOf(line));
    breaks.push(instead ? `${name}: \`${line}\` is now \`${instead}\`` : `${name}: \`${line}\` is gone`);
    if (instead) added.splice(added.indexOf(instead), 1);
  }
  for (const line of added)
    (line.startsWith('abstract ') ? breaks : adds).push(`${name}: \`${line}\` is new`);
}

function missingFrom(lines, others) {
  const known = new Set(lines.map(withoutExport));
  return others.map(withoutExport).filter((line) => !known.has(line) && !VERSION.test(line));
}

const withoutExport = (line) => line.replace(/^export /, '');

const memberOf = (line) => /^(?:(?:abstract|export|readonly|static|get|set|type) )*([\w$]+)/.exec(line)?.[1];

/** Lines of each declaration, by the entry and its name. */
function declarationsOf(report) {
  const declarations = new Map();
  for (const [, entry = '', code = ''] of report.matchAll(/^## (.*)\n\n```ts\n([^]*?)\n```/gm))
    for (const block of code.split('\n\n')) {
      const [, isExported, name] = NAME.exec(block) ?? [];
      const key = `${name ?? block}${isExported && !/^[^/]*$/.test(entry) ? ` (${entry})` : ''}`;
      const lines = block.split('\n').map((line) => line.trim());
      declarations.set(key, [...(declarations.get(key) ?? []), ...lines]);
    }
  return declarations;
}

const NAME =
  /^(export )?(?:declare )?(?:abstract )?(?:class|interface|type|enum|function|const|namespace) (\w+)/;

/** The difference in words, and the steps that it asks for; empty when there is none. */
export function explainDifference(before, now) {
  if (before === now) return '';
  const { breaks, adds } = compareApis(before, now);
  const list = (sentences) => sentences.map((sentence) => `  - ${sentence}`);
  const [was, is] = [before, now].map((report) => VERSION.exec(report)?.slice(1).map(Number) ?? [0, 0]);
  const isRaised = breaks.length > 0 ? is[0] > was[0] : is[0] > was[0] || is[1] > was[1];
  const which = breaks.length > 0 ? 'first' : 'second';
  return [
    `The extension API is not what ${REPORT} says.`,
    ...(breaks.length > 0 ? ['Extensions that are made for it may break:', ...list(breaks)] : []),
    ...(adds.length > 0 ? ['Extensions get:', ...list(adds)] : []),
    ...(isRaised || breaks.length + adds.length === 0
      ? []
      : [`If it is meant: raise the ${which} number of EXTENSION_API (src/extension/extension.ts).`]),
    'Then run: npm run contract',
  ].join('\n');
}

/** The report of the sources. */
export async function extensionApi() {
  const folder = declarePackage();
  try {
    return await describeExtensionApi(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

if (process.argv[2] === '--check') {
  const [, , , folder] = process.argv;
  const now = await (folder ? describeExtensionApi(folder) : extensionApi());
  const difference = explainDifference(readFileSync(REPORT, 'utf8'), now);
  if (difference !== '') console.error(difference);
  process.exitCode = difference === '' ? 0 : 1;
}
