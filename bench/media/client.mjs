const BOUNDARY = 'bench-boundary';
/** Requests that take longer have failed. */
export const TIMEOUT_MS = 120_000;
let serial = 0;

/**
 * The same picture as another file: a comment behind its start. The service keeps equal files once, and soon.
 */
export function unique(jpeg) {
  const text = `bench ${process.pid} ${Date.now()} ${++serial}`;
  const comment = Buffer.from(`\xff\xfe\0${String.fromCharCode(text.length + 2)}${text}`, 'latin1');
  return Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]);
}

/** A form with one file, as bytes that are ready to be sent. */
export function formOf(jpeg) {
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="camera.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`;
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    body: Buffer.concat([Buffer.from(head), jpeg, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]),
  };
}

/** @returns what was answered, and the milliseconds until its last byte; what is not 200 fails */
export async function timed(url, options = {}) {
  const start = performance.now();
  const response = await fetch(url, { ...options, signal: AbortSignal.timeout(TIMEOUT_MS) });
  const bytes = Buffer.from(await response.arrayBuffer());
  const milliseconds = performance.now() - start;
  if (response.status !== 200) {
    throw new Error(
      `${options.method ?? 'GET'} ${url}: ${response.status} ${bytes.toString().slice(0, 500)}`,
    );
  }
  return { bytes, headers: response.headers, milliseconds };
}

/** The image as the service answers it. */
export async function upload(service, { headers, body }) {
  const options = { method: 'POST', headers: { ...service.headers, ...headers }, body };
  const { bytes, milliseconds } = await timed(`${service.origin}/api/1.3/images`, options);
  return { image: JSON.parse(bytes), milliseconds };
}

/** The URLs that the service hands out, at the place where it listens. */
export const at = (service, url) => service.origin + new URL(url).pathname;

export function median(values) {
  return percentile(values, 0.5);
}

export function percentile(values, share) {
  const sorted = [...values].sort((one, other) => one - other);
  const place = (sorted.length - 1) * share;
  const [below, above] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  return below + (above - below) * (place - Math.floor(place));
}
