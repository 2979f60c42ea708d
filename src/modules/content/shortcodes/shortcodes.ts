import { Injectable } from '@nestjs/common';
import { DeclarationError } from '../../../platform/schedule/declaration-error.js';
import { type Shortcode, SHORTCODE_NAME } from '../domain/shortcode.js';

/**
 * HTML for readers, or a warning in its place: a sentence for the client that has sent the text. Both where
 * what is shown is not all of it.
 */
export type ShortcodeResult =
  { readonly html: string; readonly warning?: string } | { readonly warning: string };

/** Shows readers what shortcodes of some names stand for. */
export abstract class ShortcodeRenderer {
  /** In lower case. A name that ends with `*` stands for all that begin like it: `cms-document-*`. */
  abstract readonly names: readonly string[];

  /**
   * All shortcodes of a text, or of several, at once, so that what they refer to is looked up at once.
   *
   * @returns one result each, in the same order. Its HTML goes to readers as it is: whoever makes it escapes
   *   what comes from elsewhere (see html.ts). What is thrown fails the write of the text.
   */
  abstract render(shortcodes: readonly Shortcode[]): Promise<readonly ShortcodeResult[]>;
}

/** Registry of the renderers of shortcodes. Modules register in `onModuleInit`. */
@Injectable()
export class Shortcodes {
  private readonly renderers = new Map<string, ShortcodeRenderer>();
  private names: RegExp | null = null;

  /**
   * A name that is registered again has the later renderer, so that extensions can replace one of ours.
   *
   * @throws DeclarationError for a renderer without names, or with one that no shortcode can have
   */
  register(renderer: ShortcodeRenderer): void {
    const names: unknown = renderer.names;
    if (!Array.isArray(names) || names.length === 0)
      throw new DeclarationError(`${renderer.constructor.name} must have a list of names of shortcodes.`);
    for (const name of renderer.names) {
      if (!SHORTCODE_NAME.test(name.replace(/\*$/, '')))
        throw new DeclarationError(`No shortcode can be named "${name}".`);
      this.renderers.set(name.toLowerCase(), renderer);
    }
    this.names = null;
  }

  /** Names as they were registered, in lower case, with their renderers. @internal */
  get registered(): ReadonlyMap<string, ShortcodeRenderer> {
    return this.renderers;
  }

  /** The renderer of the very name, else the one of the longest beginning. */
  rendererOf(name: string): ShortcodeRenderer | null {
    const exact = this.renderers.get(name);
    if (exact) return exact;
    const beginnings = [...this.renderers.keys()].filter(
      (known) => known.endsWith('*') && name.startsWith(known.slice(0, -1)),
    );
    const longest = beginnings.sort((one, other) => other.length - one.length)[0];
    return this.renderers.get(longest ?? '') ?? null;
  }

  /** A global pattern of the opening bracket and name of all that are registered; null when none is. */
  get openings(): RegExp | null {
    if (this.renderers.size === 0) return null;
    const names = [...this.renderers.keys()].map((name) => name.replace(/\*$/, '[a-z0-9_-]*'));
    this.names ??= new RegExp(`\\[(${names.join('|')})(?=[\\s\\]<])`, 'gi');
    return this.names;
  }
}
