import type { PublicItem } from '../../contract/content/public-items.ts'
import { LazyImage } from './lazy-image.tsx'

/** A team member in an arched frame, like a niche (zidaka) in a coral-stone wall. */
export function TeamCard({ member, detailed }: { member: PublicItem<'team'>; detailed?: boolean }) {
  const { name, role, text, image } = member
  return (
    <li className="text-center">
      <LazyImage {...image} className="rounded-t-full border-8 border-b-0 border-white" />
      <div className="border-t-8 border-sand-300 pt-3">
        <h3 className="text-xl">{name}</h3>
        <p className="text-sm font-semibold text-coral-800">{role}</p>
        {detailed ? <p className="mt-2 text-sm">{text}</p> : null}
      </div>
    </li>
  )
}
