/** A server-sent event with JSON data. */
interface StreamEvent {
  id: string | null
  data: unknown
}

/** Parses server-sent events of our server, with LF line ends, incrementally. */
export function createEventReader() {
  let rest = ''
  let lastId: string | null = null
  return {
    /** Id of the last complete event; null before the first. */
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

/** Null for a keep-alive comment, and for unreadable data. */
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
