/** An event of a stream whose data are JSON. */
interface StreamEvent {
  id: string | null
  data: unknown
}

/** Reads server-sent events of our own server, whose lines end in LF, piece by piece as they come. */
export function createEventReader() {
  let rest = ''
  let lastId: string | null = null
  return {
    /** The id of the last event that was whole; null before the first. */
    lastId: () => lastId,
    read(text: string): StreamEvent[] {
      const blocks = (rest + text).split('\n\n')
      rest = blocks.pop() ?? ''
      return blocks.flatMap((block) => {
        const event = eventOf(block)
        if (event?.id != null) lastId = event.id
        return event ? [event] : []
      })
    },
  }
}

/** Null for a sign of life, and for what can't be read. */
function eventOf(block: string): StreamEvent | null {
  const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, 'm').exec(block)?.[1]
  const text = field('data')
  if (text === undefined) return null
  try {
    return { id: field('id') ?? null, data: JSON.parse(text) }
  } catch {
    return null
  }
}
