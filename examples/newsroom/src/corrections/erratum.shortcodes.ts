import { Injectable, type OnModuleInit } from '@nestjs/common';
import {
  html,
  type Shortcode,
  ShortcodeRenderer,
  type ShortcodeResult,
  Shortcodes,
} from 'content-publishing-service';

/** `[newsroom-erratum "It is 400 m long."]`: a correction in the text itself. */
@Injectable()
export class ErratumShortcodes extends ShortcodeRenderer implements OnModuleInit {
  readonly names = ['newsroom-erratum'];

  constructor(private readonly shortcodes: Shortcodes) {
    super();
  }

  onModuleInit(): void {
    this.shortcodes.register(this);
  }

  render(shortcodes: readonly Shortcode[]): Promise<readonly ShortcodeResult[]> {
    return Promise.resolve(
      shortcodes.map(({ arguments: [text] }) =>
        text
          ? { html: html`<aside class="erratum">Correction: ${text}</aside>` }
          : { warning: '[newsroom-erratum] is not shown: it has no text.' },
      ),
    );
  }
}
