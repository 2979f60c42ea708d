import 'reflect-metadata';
import { expect, test } from '@jest/globals';
import { Expose, Type } from 'class-transformer';
import { IsInt, ValidateNested } from 'class-validator';
import { InvalidError } from '../../../kernel/errors.js';
import { IntegerField, StringField } from './fields.js';
import { ValidationPipe } from './validation.pipe.js';

class Place {
  @Expose()
  @IsInt()
  floor!: number;
}

class Visit {
  @StringField({ required: true })
  name!: string;

  @IntegerField()
  guests?: number | null;

  @Expose()
  @Type(() => Place)
  @ValidateNested()
  place!: Place;
}

class NamedVisit extends Visit {
  @StringField({ maxLength: 3 })
  declare name: string;
}

const read = (metatype: new () => object, value: unknown) =>
  new ValidationPipe().transform(value, { type: 'body', metatype });

test('own fields are read beside those with decorators of the libraries', () => {
  const visit = read(Visit, { name: 7, guests: '2', place: { floor: 1 }, other: 1, constructor: {} });
  expect(visit).toEqual({ name: '7', guests: 2, place: { floor: 1 } });
  expect(visit).toBeInstanceOf(Visit);
  expect((visit as Visit).place).toBeInstanceOf(Place);
});

test('faults of both are told together', () => {
  const faults = () => read(Visit, { guests: 'many', place: { floor: 'first' } });
  expect(faults).toThrow(InvalidError);
  expect(faults).toThrow('3 fields are not valid.');
});

test('a field of a derived class takes the place of the one that it inherits', () => {
  expect(read(NamedVisit, { guests: null, place: { floor: 1 } })).toEqual({
    guests: null,
    place: { floor: 1 },
  });
  expect(() => read(NamedVisit, { name: 'Anna', place: { floor: 1 } })).toThrow('name: must not be longer');
});
