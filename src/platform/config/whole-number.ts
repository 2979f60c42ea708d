import { applyDecorators } from '@nestjs/common';
import { Type } from 'class-transformer';
import { ValidateBy } from 'class-validator';

/** A variable that is a whole number within bounds, both included. */
export const WholeNumber = (least: number, most: number): PropertyDecorator =>
  applyDecorators(
    Type(() => Number),
    ValidateBy({
      name: 'wholeNumber',
      validator: {
        validate: (value) => Number.isInteger(value) && value >= least && value <= most,
        defaultMessage: (given) => `${given?.property ?? ''} must be a whole number from ${least} to ${most}`,
      },
    }),
  );
