import type { Type } from '@nestjs/common';
import type { Right, RightDeclarations } from './rights.js';

/** A format of texts that JSON Schema does not know. */
export interface SettingsFormat {
  readonly accepts: (value: string) => boolean;
  /** Ends the sentence about a text that is not of it: `must begin with /`. */
  readonly message?: string;
}

/** Settings that are injected as one class. */
export interface SettingsDeclaration {
  /** The key of their object in the file. Several modules may share one, each with properties of its own. */
  readonly group: string;
  readonly type: Type<object>;
  /** JSON Schema of each property, with its default. */
  readonly properties: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
  /** The property that `true` or `false` in place of the object sets. */
  readonly shorthand?: string;
  readonly formats?: Readonly<Record<string, SettingsFormat>>;
  /** Faults that a schema cannot tell, each beginning with the name of the property. */
  faultsOf?(settings: object): readonly string[];
}

/** The settings of a module, with a JSON Schema of each property of their class. */
export interface SettingsOf<T extends object> extends SettingsDeclaration {
  readonly type: Type<T>;
  readonly properties: Readonly<Record<keyof T & string, object>>;
  faultsOf?(settings: T): readonly string[];
}

/** All that a module adds to the settings and rights of the site. */
export interface ModuleDeclarations {
  readonly settings?: readonly SettingsDeclaration[];
  readonly rights?: RightDeclarations;
}

/** All settings and rights that there are, and the roles before the site changes them. */
export interface SiteDeclarations {
  readonly settings: readonly SettingsDeclaration[];
  readonly rights: RightDeclarations;
  readonly roles: Readonly<Record<string, readonly Right[]>>;
}
