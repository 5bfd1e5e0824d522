import type { Migration } from 'kysely/migration'

import type { Engine } from '../engine.ts'
import { firstTables } from './0001-first-tables.ts'
import { backOffice } from './0002-back-office.ts'
import { namesAndOrders } from './0003-names-and-orders.ts'
import { secondFactor } from './0004-second-factor.ts'
import { personalData } from './0005-personal-data.ts'
import { declined } from './0006-declined.ts'
import { outbox } from './0007-outbox.ts'
import { languages } from './0008-languages.ts'
import { withdrawal } from './0009-withdrawal.ts'
import { quickerSearch } from './0010-quicker-search.ts'
import { counts } from './0011-counts.ts'
import { listsVersion } from './0012-lists-version.ts'
import { pastCounts } from './0013-past-counts.ts'
import { lastTold } from './0014-last-told.ts'
import { dropUnusedTriggers } from './0015-drop-unused-triggers.ts'
import { dropCounts } from './0016-drop-counts.ts'
import { historyOrder } from './0017-history-order.ts'
import { documents } from './0018-documents.ts'
import { documentRequests } from './0019-document-requests.ts'
import { content } from './0020-content.ts'
import { pictures } from './0021-pictures.ts'
import { intakes } from './0022-intakes.ts'
import { sms } from './0023-sms.ts'
import { intakeOffers } from './0024-intake-offers.ts'
import { formerUsers } from './0026-former-users.ts'
import { mendedPlacements } from './0027-mended-placements.ts'
import { emailPause } from './0028-email-pause.ts'
import { visibleNames } from './0029-visible-names.ts'
import { nameKeys } from './0030-name-keys.ts'
import { keptItems } from './0032-kept-items.ts'
import { unlisted } from './0033-unlisted.ts'
import { checks } from './0034-checks.ts'
import { departmentNames } from './0039-department-names.ts'
import { messageTemplates } from './0040-message-templates.ts'
import { writtenMessages } from './0041-written-messages.ts'
import { samePerson } from './0042-same-person.ts'
import { papers } from './0043-papers.ts'
import { templateResets } from './0044-template-resets.ts'
import { lapsesWithoutPapers } from './0045-lapses-without-papers.ts'
import { intakeQuestions } from './0047-intake-questions.ts'
import { shownQuestions } from './0048-shown-questions.ts'
import { personKeyColumns } from './0049-person-keys.ts'
import { emailAsKey } from './0050-email-as-key.ts'
import { sortableNumbers } from './0051-sortable-numbers.ts'

/** Stays in the list, because databases have it. */
const partOfAnother: Migration = { up: async () => {} }

/** All migrations by name. They are applied in this order, forward only. */
export const migrations = (engine: Engine): Record<string, Migration> => ({
  '0001-first-tables': firstTables(engine.types),
  '0002-back-office': backOffice(engine),
  '0003-names-and-orders': namesAndOrders,
  '0004-second-factor': secondFactor(engine.types),
  '0005-personal-data': personalData(engine),
  '0006-declined': declined(engine.types),
  '0007-outbox': outbox(engine.types),
  '0008-languages': languages,
  '0009-withdrawal': withdrawal(engine.types),
  '0010-quicker-search': quickerSearch(engine),
  '0011-counts': counts(engine),
  '0012-lists-version': listsVersion(engine),
  '0013-past-counts': pastCounts(engine),
  '0014-last-told': lastTold,
  '0015-drop-unused-triggers': dropUnusedTriggers(engine),
  '0016-drop-counts': dropCounts(engine),
  '0017-history-order': historyOrder,
  '0018-documents': documents(engine.types),
  '0019-document-requests': documentRequests(engine.types),
  '0020-content': content(engine.types),
  '0021-pictures': pictures(engine.types),
  '0022-intakes': intakes(engine.types),
  '0023-sms': sms(engine.types),
  '0024-intake-offers': intakeOffers,
  '0025-phone-numbers': partOfAnother, // 0030 does this, too
  '0026-former-users': formerUsers(engine.types),
  '0027-mended-placements': mendedPlacements,
  '0028-email-pause': emailPause(engine.types),
  '0029-visible-names': visibleNames,
  '0030-name-keys': nameKeys(engine),
  '0032-kept-items': keptItems,
  '0033-unlisted': unlisted,
  '0034-checks': checks(engine.types),
  '0039-department-names': departmentNames,
  '0040-message-templates': messageTemplates(engine.types),
  '0041-written-messages': writtenMessages(engine.types),
  '0042-same-person': samePerson(engine),
  '0043-papers': papers(engine.types),
  '0044-template-resets': templateResets(engine.types),
  '0045-lapses-without-papers': lapsesWithoutPapers,
  '0047-intake-questions': intakeQuestions(engine),
  '0048-shown-questions': shownQuestions,
  '0049-person-keys-needs-0.1.0': personKeyColumns(engine),
  '0050-email-as-key-needs-0.1.0': emailAsKey(engine),
  '0051-sortable-numbers-needs-0.1.0': sortableNumbers(engine),
})
