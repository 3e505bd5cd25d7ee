import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { WatchAccess } from '../../../../client/watch/watch-access.ts'
import { useServerConnection } from '../../../live/server-connection.ts'

/** Sends a change to the server; afterwards reloads all of its alarm queries. */
export function useChange(change: (access: WatchAccess) => Promise<void>, onDone: () => void = () => {}) {
  const { watch } = useServerConnection()
  const queries = useQueryClient()
  const [state, setState] = useState<'idle' | 'sending' | 'done' | 'failed'>('idle')

  async function send() {
    setState('sending')
    try {
      await change(await watch!())
      await queries.invalidateQueries({ queryKey: ['watch'] })
      setState('done')
      onDone()
    } catch {
      setState('failed')
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (state !== 'sending') void send()
  }

  return {
    send: () => void send(),
    submit,
    isSending: state === 'sending',
    isFailed: state === 'failed',
    isDone: state === 'done',
  }
}
