import { site } from '../../../content/site.ts'

/** The contactLinks to reach us, for sentences that name them as `{email}` and `{phone}`. */
export const contactLinks = {
  email: (
    <a className="link" href={`mailto:${site.email}`}>
      {site.email}
    </a>
  ),
  phone: (
    <a className="link inline-block" href={site.phone.link}>
      {site.phone.shown}
    </a>
  ),
}
