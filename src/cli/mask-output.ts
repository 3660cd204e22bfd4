const masked = new WeakSet<NodeJS.WriteStream['write']>()

/** Redacts what anybody writes to standard output and standard error of this thread, the control module included. */
export function maskOutput(redact: (text: string) => string): void {
  for (const stream of [process.stdout, process.stderr]) maskStream(stream, redact)
}

function maskStream(stream: NodeJS.WriteStream, redact: (text: string) => string): void {
  const { write } = stream
  if (masked.has(write)) return
  const redactBytes = (chunk: Uint8Array): Uint8Array | string => {
    const text = Buffer.from(chunk).toString()
    const redacted = redact(text)
    return redacted === text ? chunk : redacted
  }
  stream.write = ((chunk: string | Uint8Array, ...more: never[]) =>
    write.call(stream, typeof chunk === 'string' ? redact(chunk) : redactBytes(chunk), ...more)) as typeof write
  masked.add(stream.write)
}
