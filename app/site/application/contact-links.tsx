import { site } from '../../../content/site.ts'

/** Contact links that replace `{email}` and `{phone}` in a sentence. */
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
