import type { Figure } from '../../content/types.ts'
import type { PublicItem } from '../../contract/content/public-items.ts'
import { cn } from '../lib/cn.ts'

/** Impact figures, each on a card with a toothed edge. */
export function Figures({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className="tiles mt-8 gap-3 [--tile:8rem] @3xl:gap-6">
      {figures.map(({ value, label }) => (
        <div
          key={label}
          className="@container flex flex-col-reverse justify-end overflow-hidden rounded-md bg-white px-3 pb-4 text-ink @3xl:px-4"
        >
          <dt>{label}</dt>
          <dd
            className={cn(
              'font-display font-bold whitespace-nowrap text-coral-800',
              value.length <= 6
                ? 'text-[min(var(--text-hero),29cqi)] leading-tight'
                : 'text-[min(var(--text-title),20cqi)] leading-tight',
            )}
          >
            <span className="kanga-teeth -mx-4 mb-4 block text-mango-400" />
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The figures of one place. */
export function figuresAt(
  figures: readonly PublicItem<'figures'>[],
  place: PublicItem<'figures'>['place'],
) {
  return figures.filter((figure) => figure.place === place)
}
