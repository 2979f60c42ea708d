/** A decorator of a parameter that also describes it in the API documentation of its method. */
export function documented(parameter: ParameterDecorator, description: MethodDecorator): ParameterDecorator {
  return (target, method, index) => {
    parameter(target, method, index);
    const descriptor = method === undefined ? undefined : Object.getOwnPropertyDescriptor(target, method);
    if (method !== undefined && descriptor) description(target, method, descriptor);
  };
}
