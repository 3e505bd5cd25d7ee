import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../../scripts/release/stage.ts'

/** The commands under a heading of a document: its `sh` blocks as one script. */
export function documentedCommands(document: string, heading: string): string {
  const text = readFileSync(join(ROOT, document), 'utf8')
  const section = text.split(/^## /m).find((each) => each.startsWith(`${heading}\n`))
  const blocks = [...(section ?? '').matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block)
  if (blocks.length === 0) throw new Error(`${document} has no commands under "${heading}".`)
  return blocks.join('')
}
