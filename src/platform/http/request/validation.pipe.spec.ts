import 'reflect-metadata';
import { expect, test } from '@jest/globals';
import { Expose, Type } from 'class-transformer';
import { IsInt, IsOptional, ValidateNested } from 'class-validator';
import { InvalidError } from '../../../kernel/errors.js';
import { IntegerField, ListField, ObjectListField, StringField } from './fields.js';
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

class Room {
  @StringField({ required: true, maxLength: 5 })
  name!: string;

  @IntegerField({ min: 1 })
  beds?: number | null;

  @Expose()
  @IsOptional()
  @IsInt()
  floor?: number;
}

class House {
  @ObjectListField(() => Room, { maxItems: 2 })
  rooms?: Room[] | null;

  @ListField(() => Room, { items: { type: 'object' } })
  others?: Room[];
}

test('items of a list are read as request objects of their class', () => {
  const { rooms } = read(House, {
    rooms: [
      { name: 7, beds: '2', other: 1 },
      { name: 'b', floor: 3 },
    ],
  }) as House;
  expect(rooms).toEqual([
    { name: '7', beds: 2 },
    { name: 'b', floor: 3 },
  ]);
  expect(rooms?.[0]).toBeInstanceOf(Room);
  expect(() => read(House, { others: [{}] })).toThrow('others[0].name: is required');
  expect(read(House, { rooms: '' })).toEqual({ rooms: [] });
  expect(read(House, { rooms: null })).toEqual({ rooms: null });
  expect(read(House, {})).toEqual({});
});

test.each<[unknown, readonly string[]]>([
  [
    [{ name: 'a' }, { name: 'too long', beds: 0, floor: 'x' }],
    ['rooms[1].name', 'rooms[1].beds', 'rooms[1].floor'],
  ],
  [[{ name: 'a' }, {}], ['rooms[1].name']],
  [[{ name: 'a' }, 'b'], ['rooms[1]']],
  [[{ name: 'a' }, null], ['rooms[1]']],
  [[{ name: ['a'] }], ['rooms[0].name']],
  [[{}, {}, {}], ['rooms']],
  [{ name: 'a' }, ['rooms']],
  [[[{ name: 'a' }]], ['rooms[0]']],
])('faults of items %j are told with their places', (rooms, fields) => {
  let error: unknown;
  try {
    read(House, { rooms });
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toBeInstanceOf(InvalidError);
  expect((error as InvalidError).errors?.map(({ field }) => field).sort()).toEqual([...fields].sort());
});
