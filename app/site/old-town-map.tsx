import { Motif } from './motif.tsx'

/** Lanes around the foundation's house, drawn from memory. */
export function OldTownMap() {
  return (
    <div className="relative">
      <p className="sr-only">
        Drawn map: the house stands between the fish market and the fort, two lanes from the sea
        wall of the old harbour.
      </p>
      <svg
        viewBox="0 0 800 420"
        aria-hidden="true"
        className="block min-h-80 w-full"
        preserveAspectRatio="xMidYMid slice"
        fill="none"
      >
        <path className="fill-lagoon-200" d="M0 0h800v420H0z" />
        <path
          className="fill-sand-200 stroke-sand-600"
          strokeWidth="5"
          d="M-9-9h480c30 50 90 60 106 120 14 56-40 70-30 120 8 40 60 50 52 100-8 44-70 50-90 110H-9z"
        />
        <g className="stroke-white" strokeWidth="9" strokeLinecap="round">
          <path d="M-9 330C120 320 200 300 330 310c70 6 120-10 190-40M60-9c10 90-10 170 30 250 20 40 30 60 34 80M240-9c-14 80 20 150 10 210-6 40-16 70-6 108" />
          <path
            strokeWidth="6"
            d="M74 120c60-16 110 10 172-6M250 190c80-16 130 20 240-8M400-9c-10 60 40 100 20 180-10 46-30 80-24 136M252 90c60 10 100-10 166 10M90 230c60 6 100-12 160-20"
          />
        </g>
        <g className="fill-sand-300">
          <path d="M110 20h90v70h-90zM280 20h84v50h-84zM110 150h100v46h-100zM290 120h84v40h-84zM140 250h76v34h-76zM290 220h80v60h-80zM10 60h34v90H10zM440 30h40v60h-40zM430 210h50v40h-50z" />
        </g>
        <path
          className="fill-coral-500 stroke-coral-800"
          strokeWidth="4"
          d="M452 322l34 12 30-22 8 34 34 14-28 22 4 36-34-10-26 26-14-32-36-6 20-30z"
        />
        <path
          className="stroke-coral-800"
          strokeWidth="6"
          strokeLinecap="round"
          strokeDasharray="1 14"
          d="M440 372C330 360 320 330 386 312c40-20 12-70 30-130"
        />
        <path
          className="stroke-lagoon-500"
          strokeWidth="3"
          strokeLinecap="round"
          d="M640 250q8-7 16 0t16 0M700 280q8-7 16 0t16 0M650 320q8-7 16 0t16 0M610 90q8-7 16 0t16 0M740 180q8-7 16 0t16 0M700 390q8-7 16 0t16 0"
        />
        <g className="fill-ink font-semibold" fontSize="19">
          <text x="624" y="232">
            Old harbour
          </text>
          <text x="448" y="298">
            The fort
          </text>
          <text x="440" y="152">
            Fish market
          </text>
          <text x="30" y="362">
            To the ferry
          </text>
        </g>
        <circle className="fill-lagoon-900" cx="416" cy="180" r="17" />
        <circle className="fill-mango-400" cx="416" cy="180" r="8" />
      </svg>
      <Motif name="tanga" className="absolute top-4 right-4 hidden size-36 @3xl:block" />
    </div>
  )
}
