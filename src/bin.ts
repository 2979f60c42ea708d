#!/usr/bin/env node
const USAGE = `content-publishing-service start             starts the service
content-publishing-service cli <command> …   runs a command; cli --help names them
content-publishing-service ext:check [file]  tries an extension; exit code 1 when it has faults
`;

const verb = process.argv[2];
if (verb === 'start') await import('./main.js');
else if (verb === 'cli') {
  process.argv.splice(2, 1);
  await import('./cli.js');
} else if (verb === 'ext:check') {
  process.argv.splice(2, 1);
  await import('./ext-check.js');
} else {
  process.stderr.write(USAGE);
  process.exitCode = verb === '--help' ? 0 : 1;
}
