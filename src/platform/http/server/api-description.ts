import { Injectable } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';

/** The description of the API, made when somebody first asks for it: that takes a while. */
@Injectable()
export class ApiDescription {
  private made: OpenAPIObject | undefined;
  private make: (() => OpenAPIObject) | undefined;

  makeBy(make: () => OpenAPIObject): void {
    this.make = make;
  }

  /** @throws Error where nothing serves HTTP, as on the command line */
  get document(): OpenAPIObject {
    this.made ??= this.make?.();
    if (!this.made) throw new Error('An API that is not served has no description.');
    return this.made;
  }
}
