import type { PlacementQuery, PlacementState } from '../../../contract/intake/placement.ts'
import { Badge } from '../../ui/badge.tsx'

export const placementFilterLabels: Record<NonNullable<PlacementQuery['state']>, string> = {
  upcoming: 'Upcoming',
  starting: 'Starts next week',
  running: 'Here today',
  ended: 'Ended',
  broken_off: 'Ended early',
}

const tones = { upcoming: 'waiting', running: 'good', ended: 'neutral', broken_off: 'bad' } as const

export function PlacementStateBadge({ state }: { state: PlacementState }) {
  return <Badge tone={tones[state]}>{placementFilterLabels[state]}</Badge>
}
