import { existsSync } from 'node:fs';

const PLACES = [
  process.env.CHROMIUM,
  // Has no window, and takes two thirds of the time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The Chromium of this machine, if it has one. */
export const executablePath = PLACES.find((path) => path !== undefined && path !== '' && existsSync(path));
