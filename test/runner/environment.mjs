import { LegacyFakeTimers, ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';
import { rememberRealm } from './realm.mjs';

const timerConfig = {
  idToRef: (id) => ({
    id,
    ref() {
      return this;
    },
    unref() {
      return this;
    },
  }),
  refToId: (timer) => timer?.id,
};

/**
 * Runs a suite in the realm of the process instead of a vm context of its own, so that it shares `Error`,
 * `Array` and the like with Node, and with the packages and the service that the runtime beside this file
 * loads once for all suites. What a suite leaves behind is put back after it.
 */
export default class SharedRealmEnvironment {
  isRealmShared = true;
  global = globalThis;

  constructor({ projectConfig: config }) {
    this.restoreRealm = rememberRealm();
    Object.assign(globalThis, config.globals);
    this.moduleMocker = new ModuleMocker(globalThis);
    const options = { config, global: globalThis };
    this.fakeTimers = new LegacyFakeTimers({ ...options, moduleMocker: this.moduleMocker, timerConfig });
    this.fakeTimersModern = new ModernFakeTimers(options);
  }

  setup() {
    return Promise.resolve();
  }

  teardown() {
    this.moduleMocker.restoreAllMocks();
    this.fakeTimers.dispose();
    this.fakeTimersModern.dispose();
    this.restoreRealm();
    return Promise.resolve();
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  getVmContext() {
    return globalThis;
  }
}
