import { Injectable } from '@nestjs/common';

type Read = (token: string) => Promise<number | null>;

/** Tells which article a preview token opens; those who make the tokens say how. */
@Injectable()
export class PreviewTokens {
  private read: Read = () => Promise.resolve(null);

  readBy(read: Read): void {
    this.read = read;
  }

  /** Null when the token is unknown, revoked or has ended. */
  articleOf(token: string): Promise<number | null> {
    return this.read(token);
  }
}
