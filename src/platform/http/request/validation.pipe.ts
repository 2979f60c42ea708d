import { type ArgumentMetadata, Injectable, type PipeTransform, type Type } from '@nestjs/common';
import { validateSync, type ValidationError } from 'class-validator';
import { type FieldError, InvalidError } from '../../../kernel/errors.js';
import { AddedFields } from './added-fields.js';
import { createRequest } from './request-object.js';

/** Turns a body or a query into its request object. Unknown fields are ignored. @throws InvalidError */
@Injectable()
export class ValidationPipe implements PipeTransform {
  constructor(private readonly added = new AddedFields()) {}

  transform(value: unknown, { metatype, type }: ArgumentMetadata): unknown {
    if (!metatype || type === 'custom' || NATIVE.has(metatype)) return value;
    return parseRequest(metatype as Type<object>, value === undefined ? {} : value, this.added);
  }
}

/** The request object that was sent. @throws InvalidError */
export function parseRequest<T extends object>(type: Type<T>, sent: unknown, fields: AddedFields): T {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) {
    throw new InvalidError('invalid-input', 'The request body must be a JSON object.');
  }
  const object = createRequest(type, sent);
  const faults = validateSync(object, { forbidUnknownValues: false }).flatMap((error) => flatten(error));
  const added = fields.read(type, sent);
  faults.push(...added.faults);
  if (faults.length > 0) throw invalid(faults);
  if (added.values) Object.assign(object, { added: added.values });
  if (added.repeated.length > 0) Object.assign(object, { repeated: added.repeated });
  return object;
}

const NATIVE = new Set<unknown>([String, Number, Boolean, Array, Object]);

function flatten(error: ValidationError, parent = ''): FieldError[] {
  const isIndex = /^\d+$/.test(error.property);
  const field = isIndex ? `${parent}[${error.property}]` : [parent, error.property].filter(Boolean).join('.');
  const own = Object.values(error.constraints ?? {}).map((message) => locate(field, message));
  return [...own, ...(error.children ?? []).flatMap((child) => flatten(child, field))];
}

/** A message may begin with the rest of the path, `[3] must be …`. */
function locate(field: string, message: string): FieldError {
  const [, path, rest] = /^((?:\[\d+\]|\.\w+)+) (.*)$/s.exec(message) ?? [];
  return path !== undefined && rest !== undefined
    ? { field: field + path, message: rest }
    : { field, message };
}

function invalid(faults: FieldError[]): InvalidError {
  const [first] = faults;
  const detail =
    faults.length === 1 && first
      ? `${first.field}: ${first.message}`
      : `${faults.length} fields are not valid.`;
  return new InvalidError('invalid-input', detail, faults);
}
