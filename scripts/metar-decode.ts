import { decodedValues } from './metar/decoded-values.ts'

// npm run -s metar:decode: a report a line in, a JSON object a line out, under the names of `metar/decoded-values.ts`.
process.stdout.on('error', () => process.exit()) // the reader closed the pipe
let rest = ''
for await (const chunk of process.stdin.setEncoding('utf8')) {
  const lines = `${rest}${chunk}`.split('\n')
  rest = lines.pop() ?? ''
  for (const line of lines) print(line)
}
if (rest !== '') print(rest)

function print(raw: string): void {
  process.stdout.write(`${JSON.stringify(decodedValues(raw))}\n`)
}
