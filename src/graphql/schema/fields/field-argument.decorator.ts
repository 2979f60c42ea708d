import { type BaseTypeOptions, type ReturnTypeFunc, TypeMetadataStorage } from '@nestjs/graphql';

type Options = BaseTypeOptions & { readonly description?: string };

/**
 * Declares an argument of a field. A method whose parameters carry no decorators is called as graphql-js does
 * it, `(parent, args, context)`: through Nest's own contexts each call costs ten times as much.
 */
export function FieldArgument(
  name: string,
  type: ReturnTypeFunc,
  options: Options = { nullable: true },
): MethodDecorator {
  return (prototype, methodName) => {
    const { description, ...typeOptions } = options;
    const declared = type() as unknown;
    const [item] = [declared].flat();
    const isArray = Array.isArray(declared);
    TypeMetadataStorage.addMethodParamMetadata({
      kind: 'arg',
      name,
      target: prototype.constructor,
      methodName: String(methodName),
      typeFn: () => item as () => unknown,
      index: 0,
      options: { ...typeOptions, ...(isArray && { isArray, arrayDepth: 1 }) },
      ...(description !== undefined && { description }),
    });
  };
}
