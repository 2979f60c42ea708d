import { Injectable } from '@nestjs/common';
import { ExtensionCommand } from 'content-publishing-service';
import { AppPush } from './app-push.js';

/** `cli newsroom:push 12` */
@Injectable()
export class PushCommand extends ExtensionCommand {
  constructor(private readonly app: AppPush) {
    super();
  }

  async run([id]: readonly string[]): Promise<number> {
    if (!Number(id)) return 1;
    await this.app.send({ key: `again ${id}`, post: Number(id) });
    return 0;
  }
}
