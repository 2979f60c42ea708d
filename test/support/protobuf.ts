/**
 * Fields of a message of protobuf by their numbers: varints and fixed numbers as bigint, all others as bytes.
 */
export class ProtobufMessage {
  private readonly fields = new Map<number, (bigint | Buffer)[]>();

  constructor(bytes: Buffer) {
    let at = 0;
    const varint = (): bigint => {
      let value = 0n;
      for (let shift = 0n; ; shift += 7n) {
        const byte = bytes.readUInt8(at++);
        value |= BigInt(byte & 0x7f) << shift;
        if (byte < 0x80) return value;
      }
    };
    const take = (length: number): Buffer => bytes.subarray(at, (at += length));
    while (at < bytes.length) {
      const key = Number(varint());
      const read = [
        varint,
        () => take(8).readBigUInt64LE(),
        () => take(Number(varint())),
        undefined,
        undefined,
        () => BigInt(take(4).readUInt32LE()),
      ][key & 7];
      if (!read) throw new Error(`Wire type ${key & 7} is not known.`);
      this.fields.set(key >> 3, [...(this.fields.get(key >> 3) ?? []), read()]);
    }
  }

  messages(field: number): ProtobufMessage[] {
    return this.all(field).map((bytes) => new ProtobufMessage(bytes as Buffer));
  }

  message(field: number): ProtobufMessage {
    return this.messages(field)[0] ?? new ProtobufMessage(Buffer.alloc(0));
  }

  text(field: number): string {
    return this.bytes(field).toString();
  }

  bytes(field: number): Buffer {
    return (this.all(field)[0] as Buffer | undefined) ?? Buffer.alloc(0);
  }

  number(field: number): number {
    return Number(this.all(field)[0] ?? 0);
  }

  double(field: number): number {
    return doubleOf((this.all(field)[0] as bigint | undefined) ?? 0n);
  }

  /** Numbers of eight bytes each, in one field. */
  packed(field: number): bigint[] {
    const bytes = this.bytes(field);
    return Array.from({ length: bytes.length / 8 }, (_, index) => bytes.readBigUInt64LE(index * 8));
  }

  has(field: number): boolean {
    return this.fields.has(field);
  }

  private all(field: number): readonly (bigint | Buffer)[] {
    return this.fields.get(field) ?? [];
  }
}

export function doubleOf(bits: bigint): number {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(bits);
  return bytes.readDoubleLE();
}
