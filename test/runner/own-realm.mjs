import { TestEnvironment } from 'jest-environment-node';
import { STORAGES } from './realm.mjs';

/** Runs a suite in a vm context of its own, with packages and a service of its own, as stock Jest does. */
export default class OwnRealmEnvironment extends TestEnvironment {
  constructor(...parameters) {
    super(...parameters);
    // It takes over all globals of the process, those that hold classes included.
    for (const name of STORAGES) delete this.global[name];
  }
}
