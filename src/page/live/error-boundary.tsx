import { Component, type ReactNode, useEffect } from 'react'
import { messageOf } from '../../core/util/message-of.ts'
import type { PartNotLoaded } from '../ui/part/lazy-part.ts'
import { useServerConnection } from './server-connection.ts'
import { startLate } from './start-late.ts'

interface SurviveProps {
  /** Replacement of a failed component; `retry` mounts it again, `reason` is the error message. */
  fallback(retry: () => void, reason: string): ReactNode
  /** A change retries the component. */
  resetKey?: string
  children: ReactNode
}

interface SurviveState {
  /** What the component threw; null while it works. */
  error: (Error & Partial<PartNotLoaded>) | null
  resetKey: string | undefined
}

const REASON_MAX = 300

/**
 * Keeps a part that throws from taking the page with it: each layer and each panel survives alone. A part whose code
 * could not be loaded is loaded again until it is there.
 */
export class ErrorBoundary extends Component<SurviveProps, SurviveState> {
  override state: SurviveState = { error: null, resetKey: this.props.resetKey }

  static getDerivedStateFromError(error: unknown): Partial<SurviveState> {
    return { error: error instanceof Error ? error : new Error(messageOf(error)) }
  }

  static getDerivedStateFromProps(props: SurviveProps, state: SurviveState): SurviveState | null {
    return props.resetKey === state.resetKey ? null : { error: null, resetKey: props.resetKey }
  }

  readonly #retry = () => this.setState({ error: null })

  override render() {
    const { error } = this.state
    if (!error) return this.props.children
    return (
      <>
        {error.loadAgain ? <LoadAgain load={error.loadAgain} loaded={this.#retry} /> : null}
        {this.props.fallback(this.#retry, error.message.slice(0, REASON_MAX))}
      </>
    )
  }
}

/** Loads a part now and at growing intervals. The browser reports each failed request. */
function LoadAgain({ load, loaded }: { load(): Promise<void>; loaded(): void }) {
  const { clock } = useServerConnection()
  useEffect(() => startLate(clock, load, () => void loaded(), ignore), [clock, load, loaded])
  return null
}

function ignore(): void {}
