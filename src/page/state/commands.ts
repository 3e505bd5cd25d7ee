import { createContext, useContext } from 'react'

/** A request from one component of the page to another. */
export interface Command<Wish> {
  readonly name: string
  /** Never set: carries the type of the command's parameter. */
  readonly wish?: Wish
}

export const MAKE_FILM: Command<null> = { name: 'make film' }
export const BUILD_TOUR: Command<null> = { name: 'build tour' }

/** Commands decouple callers from handlers, which may not be loaded yet. */
export interface Commands {
  /** Runs the command now, or when its handler attaches; of several pending requests, the latest. */
  ask<Wish>(command: Command<Wish>, wish: NoInfer<Wish>): void
  /** Drops a wish that still waits. */
  forget(command: Command<unknown>): void
  /** Handles the command from now on, including a pending request. Returns a function that stops this. */
  attach<Wish>(command: Command<Wish>, run: (wish: NoInfer<Wish>) => void): () => void
}

export function createCommands(): Commands {
  const runners = new Map<string, (wish: never) => void>()
  const waiting = new Map<string, unknown>()
  return {
    ask({ name }, wish) {
      const run = runners.get(name)
      if (run) run(wish as never)
      else waiting.set(name, wish)
    },
    forget: ({ name }) => void waiting.delete(name),
    attach({ name }, run) {
      runners.set(name, run)
      if (waiting.has(name)) {
        const wish = waiting.get(name)
        waiting.delete(name)
        run(wish as never)
      }
      return () => {
        if (runners.get(name) === run) runners.delete(name)
      }
    },
  }
}

const CommandsContext = createContext<Commands | null>(null)
export const CommandsProvider = CommandsContext.Provider

export function useCommands(): Commands {
  const commands = useContext(CommandsContext)
  if (!commands) throw new Error('No CommandsProvider above.')
  return commands
}
