// Puts a line back into package-lock.json that npm leaves out whenever it
// writes that file (see test/set-up.spec.ts).
import { readFileSync, writeFileSync } from 'node:fs';

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const entry = lock.packages['node_modules/sqlite-driver'];
lock.packages['node_modules/sqlite-driver'] = { ...entry, gypfile: false };
writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`);
