import { Drawing } from './drawing.tsx'
import { Motif } from './motif.tsx'
import map from './motifs/old-town-map.svg?raw'

/** Map of the lanes around the foundation's building, drawn from memory. */
export function OldTownMap() {
  return (
    <div className="relative">
      <p className="sr-only">
        Drawn map: the house stands between the fish market and the fort, two lanes from the sea
        wall of the old harbour.
      </p>
      <Drawing svg={map} className="block min-h-80 w-full" preserveAspectRatio="xMidYMid slice" />
      <Motif name="tanga" className="absolute top-4 right-4 hidden size-36 @3xl:block" />
    </div>
  )
}
