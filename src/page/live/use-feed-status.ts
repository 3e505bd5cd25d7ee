import { useEffect, useState } from 'react'
import type { Feed, FeedEvent, FeedStatus } from '../../client/feed/feed.ts'

/** The state of a live line; renders again when the state changes, not with each batch. */
export function useFeedStatus<R>(feed: Feed<FeedEvent<R>>): FeedStatus {
  const [status, setStatus] = useState(() => feed.status())
  useEffect(() => {
    setStatus(feed.status()) // it may have changed between the first render and now
    return feed.subscribe((event) => {
      if (event.kind === 'status') setStatus(event.status)
    })
  }, [feed])
  return status
}
