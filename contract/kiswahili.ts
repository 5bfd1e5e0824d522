import { consentInEnglish } from './consent-wordings.ts'

/**
 * What the application path says in Kiswahili, by the English sentence that stands in the code.
 * `{name}` stands for a value. docs/kiswahili.md says which word is used for what.
 */
export const kiswahili = {
  // The languages, the navigation and the footer
  Language: 'Lugha',
  Main: 'Menyu kuu',
  Menu: 'Menyu',
  'Skip to main content': 'Ruka hadi kwenye maudhui makuu',
  Home: 'Mwanzo',
  About: 'Kuhusu Sisi',
  Impact: 'Matokeo',
  Contact: 'Wasiliana Nasi',
  Events: 'Matukio',
  Team: 'Timu',
  Programs: 'Programu',
  Departments: 'Idara',
  'All Programs': 'Programu Zote',
  'Case Management': 'Ushauri na Ufuatiliaji',
  'Tourism Innovation Lab': 'Maabara ya Ubunifu wa Utalii',
  'Employer Engagement': 'Ushirikiano na Waajiri',
  'Campus Ambassador': 'Balozi wa Chuo',
  'Swahili Tech Women': 'Swahili Tech Women',
  Communication: 'Mawasiliano',
  'Tech & Engineering': 'Teknolojia na Uhandisi',
  Creatives: 'Sanaa na Ubunifu',
  'Community & Entrepreneurship': 'Jamii na Ujasiriamali',
  'Quick Links': 'Viungo vya Haraka',
  'Terms of Service': 'Masharti ya Huduma',
  'Privacy Policy': 'Sera ya Faragha',
  '(opens in a new tab)': '(hufunguka kwenye kichupo kipya)',
  'Empowering youth through innovation and creativity on the Swahili coast.':
    'Kuwawezesha vijana kupitia uvumbuzi na ubunifu katika pwani ya Waswahili.',
  'A youth-empowerment foundation on the Kenyan coast: technology, creative arts and entrepreneurship for people aged 18 to 35.':
    'Shirika la kuwawezesha vijana katika Pwani ya Kenya: teknolojia, sanaa na ujasiriamali kwa watu wenye umri wa miaka 18 hadi 35.',

  // When a page cannot be shown
  'Unexpected Application Error!': 'Hitilafu Isiyotarajiwa!',
  'If you tell us of it, please add this number:': 'Ukitujulisha, tafadhali taja nambari hii:',
  'Return to Home': 'Rudi Mwanzo',
  'Please try again': 'Tafadhali jaribu tena',
  'If you have just sent a form, go back to it: what you typed is still there.':
    'Ikiwa umetuma fomu sasa hivi, rudi kwenye fomu hiyo: uliyoandika bado yapo.',

  // The landing page
  'Industrial Attachment Program': 'Programu ya Mafunzo Kazini (Attachment)',
  'Industrial attachments for university and college students on the Kenyan coast: three to six months in technology, engineering, creatives, communication or community engagement.':
    'Mafunzo kazini (attachment) kwa wanafunzi wa vyuo vikuu na vyuo vingine katika Pwani ya Kenya: miezi mitatu hadi sita katika teknolojia, uhandisi, sanaa na ubunifu, mawasiliano au ushirikishaji wa jamii.',
  'Bring what you learn in class to a team that needs it. Work on real projects by the old harbour, with a supervisor who signs your logbook and a community that remembers your name.':
    'Lete unachojifunza darasani kwa timu inayokihitaji. Fanya kazi katika miradi halisi kando ya bandari ya kale, ukiwa na msimamizi anayetia sahihi kitabu chako cha kumbukumbu (logbook) na jamii inayokumbuka jina lako.',
  'Apply Now': 'Tuma Maombi Sasa',
  'Why join us': 'Kwa nini ujiunge nasi',
  'Work that is used': 'Kazi inayotumika',
  'You join a running project in your first week: a website, a radio show, a repair workshop, a street exhibition.':
    'Unajiunga na mradi unaoendelea katika wiki yako ya kwanza: tovuti, kipindi cha redio, karakana ya ukarabati au maonyesho ya mtaani.',
  'A supervisor beside you': 'Msimamizi aliye karibu nawe',
  'One person plans your weeks, answers your questions and fills in your assessment with you.':
    'Mtu mmoja hupanga wiki zako, hujibu maswali yako na hujaza fomu ya tathmini pamoja nawe.',
  'Friends in every craft': 'Marafiki wa kila fani',
  'Engineers eat lunch with poets here. Most of what attachees build together started at that table.':
    'Hapa wahandisi hula chakula cha mchana pamoja na washairi. Mengi ambayo wanafunzi hutengeneza pamoja yalianzia kwenye meza hiyo.',
  'A start after the attachment': 'Mwanzo mpya baada ya mafunzo',
  'Leave with a portfolio, a reference and a place in our network of mentors and employers.':
    'Ondoka ukiwa na mkusanyiko wa kazi zako (portfolio), barua ya mapendekezo na nafasi katika mtandao wetu wa washauri na waajiri.',
  'At a glance': 'Kwa ufupi',
  Eligibility: 'Nani anaweza kuomba',
  'Students in Year 1 to Year 6 from recognized institutions.':
    'Wanafunzi wa Mwaka wa 1 hadi Mwaka wa 6 kutoka vyuo vinavyotambuliwa.',
  'Tech, Engineering, Creatives, Communication, Community Engagement.':
    'Teknolojia, Uhandisi, Sanaa na Ubunifu, Mawasiliano, Ushirikishaji wa Jamii.',
  'Flexible start': 'Anza unapoweza',
  'Begin when your term allows; typically 3 to 6 months.':
    'Anza wakati ratiba ya chuo chako inaporuhusu; kwa kawaida ni miezi 3 hadi 6.',
  Support: 'Usaidizi',
  'Orientation, a desk and internet, mentorship and your assessment forms.':
    'Utangulizi, meza ya kazi na intaneti, ushauri na fomu zako za tathmini.',
  'How to apply': 'Jinsi ya kutuma maombi',
  'Put your resume and cover letter online': 'Weka wasifu (CV) na barua ya maombi mtandaoni',
  'We ask for them as URLs: a shared file on any drive will do, if everyone with the link may view it.':
    'Tunaomba viungo vyake (URL): faili iliyoshirikiwa kwenye drive yoyote inatosha, mradi kila aliye na kiungo aweze kuiona.',
  'Fill in the application': 'Jaza fomu ya maombi',
  'Your studies, when you can start, and three short statements in your own words.':
    'Masomo yako, tarehe unayoweza kuanza, na maelezo mafupi matatu kwa maneno yako mwenyewe.',
  'Submit and await confirmation': 'Tuma na usubiri uthibitisho',
  'You get a reference ID at once. Keep it: our team reviews your application and contacts you.':
    'Utapata nambari ya kumbukumbu papo hapo. Itunze: timu yetu hupitia maombi yako na kuwasiliana nawe.',
  'Something unclear?': 'Kuna jambo lisiloeleweka?',
  'Ask us before you apply; somebody answers on every working day.':
    'Tuulize kabla ya kutuma maombi; kuna anayejibu kila siku ya kazi.',
  'Contact us': 'Wasiliana nasi',

  // The application form
  'Industrial Attachment Application': 'Maombi ya Mafunzo Kazini (Attachment)',
  'Apply for an industrial attachment: about fifteen minutes, on a phone too.':
    'Tuma maombi ya mafunzo kazini (attachment): takriban dakika kumi na tano, hata kwa simu.',
  'It takes about fifteen minutes. Have the links to your resume and cover letter ready. Every question needs an answer unless it is marked (optional).':
    'Huchukua takriban dakika kumi na tano. Andaa viungo vya wasifu wako (CV) na barua yako ya maombi. Kila swali linahitaji jibu isipokuwa lililoandikwa (si lazima).',
  '(optional)': '(si lazima)',
  'Loading Application Form...': 'Fomu ya Maombi Inapakiwa...',
  'Failed to load form data. Please refresh the page.':
    'Data ya fomu haikupakiwa. Tafadhali pakia ukurasa upya.',
  'The form could not be prepared just now. Please refresh the page in a minute.':
    'Fomu haikuweza kutayarishwa kwa sasa. Tafadhali pakia ukurasa upya baada ya dakika moja.',
  'Personal Information': 'Taarifa Binafsi',
  'Academic Information': 'Taarifa za Masomo',
  'Documents & Availability': 'Nyaraka na Tarehe ya Kuanza',
  'Personal Statements': 'Maelezo Yako',
  'Professional Links': 'Viungo vya Kitaaluma',
  Agreements: 'Makubaliano',
  'First name': 'Jina la kwanza',
  'Middle name': 'Jina la kati',
  'Last name': 'Jina la mwisho',
  'Email address': 'Anwani ya barua pepe',
  'We answer by email.': 'Tunajibu kwa barua pepe.',
  'Phone number': 'Nambari ya simu',
  'For example 0712 345 678 or +254 712 345 678. We call only about your application.':
    'Kwa mfano 0712 345 678 au +254 712 345 678. Tunapiga simu kuhusu maombi yako tu.',
  Gender: 'Jinsia',
  Male: 'Mwanamume',
  Female: 'Mwanamke',
  'Asked for our reports: totals without names.':
    'Tunauliza kwa ajili ya ripoti zetu: jumla bila majina.',
  'Date of birth': 'Tarehe ya kuzaliwa',
  'Asked for our reports: which ages we reach, without names.':
    'Tunauliza kwa ajili ya ripoti zetu: umri wa tunaowafikia, bila majina.',
  'Where you live': 'Mahali unapoishi',
  'Your estate or village, and the town: so we know how far you would travel.':
    'Mtaa au kijiji chako, na mji: ili tujue utasafiri umbali gani.',
  Institution: 'Chuo',
  'Choose your institution': 'Chagua chuo chako',
  Course: 'Kozi',
  'Choose your course': 'Chagua kozi yako',
  'Choose from the courses of your institution.': 'Chagua kutoka kwa kozi za chuo chako.',
  'Choose your institution first.': 'Chagua chuo chako kwanza.',
  'Loading courses…': 'Kozi zinapakiwa…',
  'Loading the courses of your institution…': 'Kozi za chuo chako zinapakiwa…',
  'Choose your institution again to retry.': 'Chagua chuo chako tena ili kujaribu upya.',
  'This institution has no courses in our list yet.':
    'Chuo hiki bado hakina kozi katika orodha yetu.',
  'As you chose before': 'Kama ulivyochagua awali',
  'Year of study': 'Mwaka wa masomo',
  'Year 1': 'Mwaka wa 1',
  'Year 2': 'Mwaka wa 2',
  'Year 3': 'Mwaka wa 3',
  'Year 4': 'Mwaka wa 4',
  'Year 5': 'Mwaka wa 5',
  'Year 6': 'Mwaka wa 6',
  'Expected graduation date': 'Tarehe unayotarajia kuhitimu',
  'Department you want to join': 'Idara unayotaka kujiunga nayo',
  'Choose a department': 'Chagua idara',
  'Resume URL': 'Kiungo (URL) cha wasifu (CV)',
  'A link to the file on any drive, starting with https://. Anyone with the link must be able to view it.':
    'Kiungo cha faili kwenye drive yoyote, kinachoanza na https://. Kila aliye na kiungo lazima aweze kuiona.',
  'Cover letter URL': 'Kiungo (URL) cha barua ya maombi',
  'A link of the same kind.': 'Kiungo cha aina hiyo hiyo.',
  'Available start date': 'Tarehe unayoweza kuanza',
  'From 1 September 2025.': 'Kuanzia tarehe 1 Septemba 2025.',
  'I can attend on site': 'Ninaweza kufika mahali pa kazi',
  'About yourself': 'Kuhusu wewe mwenyewe',
  'Who you are, what you study and what you love to make.':
    'Wewe ni nani, unasomea nini na unapenda kutengeneza nini.',
  'Community engagement': 'Ushiriki wako katika jamii',
  'What you have done, or want to do, for the people around you.':
    'Uliyoyafanya, au unayotaka kuyafanya, kwa ajili ya watu walio karibu nawe.',
  'Your understanding of our foundation': 'Unavyolielewa shirika letu',
  'What you know about our work, and why you want to do your attachment here.':
    'Unachojua kuhusu kazi yetu, na kwa nini unataka kufanya mafunzo yako hapa.',
  'LinkedIn URL': 'Kiungo (URL) cha LinkedIn',
  'For example https://www.linkedin.com/in/your-name':
    'Kwa mfano https://www.linkedin.com/in/jina-lako',
  'GitHub URL': 'Kiungo (URL) cha GitHub',
  'For example https://github.com/your-name': 'Kwa mfano https://github.com/jina-lako',
  'I agree to the terms': 'Nakubali masharti',
  'I agree to the {terms} and the {privacy}': 'Nakubali {terms} na {privacy}',
  'I agree to receive news and opportunities by email':
    'Nakubali kupokea habari na nafasi mbalimbali kwa barua pepe',
  'Submit Application': 'Tuma Maombi',
  'Submitting Application...': 'Maombi Yanatumwa...',
  // Released as 'sw-1': another wording needs another id (contract/consent-wordings.ts).
  [consentInEnglish.says]:
    'Kwa kutuma, unakubali kwamba wafanyakazi wetu watumie majibu haya kuamua kuhusu maombi yako na wayahifadhi kwa mwaka mmoja, au kwa miaka miwili baada ya mafunzo kazini. Unaweza kuomba yafutwe mapema:',

  // The confirmation
  'Application Submitted': 'Maombi Yametumwa',
  'Application Submitted!': 'Maombi Yametumwa!',
  'Thank you for applying for an industrial attachment. We have received your application.':
    'Asante kwa kutuma maombi ya mafunzo kazini. Tumepokea maombi yako.',
  'Reference ID': 'Nambari ya kumbukumbu',
  'What happens next': 'Kitakachofuata',
  'Received on': 'Yalipokelewa tarehe',
  'Copy the reference ID': 'Nakili nambari ya kumbukumbu',
  Copied: 'Imenakiliwa',
  'Our team will review your application and contact you by phone or email.':
    'Timu yetu itapitia maombi yako na kuwasiliana nawe kwa simu au barua pepe.',
  'Keep the reference ID: with it and your phone number or email address you can {link} at any time, get a copy of your answers, or withdraw.':
    'Tunza nambari ya kumbukumbu: ukiwa nayo pamoja na nambari yako ya simu au barua pepe, unaweza {link} wakati wowote, kupata nakala ya majibu yako, au kuondoa maombi yako.',
  'see where your application stands': 'kuona maombi yako yamefikia wapi',
  'Questions?': 'Una swali?',
  'Ask us and name the reference ID: {email} or {phone}.':
    'Tuulize ukitaja nambari ya kumbukumbu: {email} au {phone}.',
  'Back to Home': 'Rudi Mwanzo',

  // Where an application stands
  'Already applied?': 'Umeshatuma maombi?',
  'See where your application stands': 'Ona maombi yako yamefikia wapi',
  'Where your application stands': 'Maombi yako yamefikia wapi',
  'See what became of your application for an industrial attachment, get a copy of your answers, or withdraw.':
    'Ona maombi yako ya mafunzo kazini yamefikia wapi, pata nakala ya majibu yako, au ondoa maombi yako.',
  'It begins with SPH and stands in your confirmation.':
    'Huanza na SPH, na iko kwenye uthibitisho wako.',
  'Phone number or email address': 'Nambari ya simu au barua pepe',
  'One that you gave in the application.': 'Uliyoandika kwenye maombi.',
  'Look it up': 'Tafuta',
  'Lost your reference ID, or is something wrong? Ask us: {email} or {phone}.':
    'Umepoteza nambari ya kumbukumbu, au kuna kosa? Tuulize: {email} au {phone}.',
  'We are still deciding': 'Bado hatujaamua',
  'Your application is here and our team is reading it. Nothing has been decided yet.':
    'Maombi yako yamefika na timu yetu inayasoma. Bado hakuna uamuzi uliofanywa.',
  'We contact you by phone or email, whatever we decide. You need not do anything until then, but please keep the links to your resume and cover letter open.':
    'Tutawasiliana nawe kwa simu au barua pepe, uamuzi wetu uwe wowote ule. Hadi wakati huo huhitaji kufanya chochote, lakini tafadhali hakikisha viungo vya wasifu (CV) na barua yako ya maombi vinaendelea kufunguka.',
  'You are accepted': 'Umekubaliwa',
  'Congratulations! We would like you to do your attachment with us.':
    'Hongera! Tungependa ufanye mafunzo kazini pamoja nasi.',
  'We contact you by phone or email to agree on your first day. If you cannot come after all, please withdraw: somebody else can have your place.':
    'Tutawasiliana nawe kwa simu au barua pepe ili tukubaliane kuhusu siku yako ya kwanza. Ikiwa hutaweza kuja, tafadhali ondoa maombi yako: mtu mwingine ataweza kupata nafasi yako.',
  'We cannot offer you a place': 'Hatuwezi kukupa nafasi',
  'Thank you for your interest and your patience. We are sorry: we cannot accept this application.':
    'Asante kwa kutaka kujiunga nasi na kwa subira yako. Samahani: hatuwezi kuyakubali maombi haya.',
  'This application ends here, but you are welcome to apply again, for another department or another time.':
    'Maombi haya yanaishia hapa, lakini unakaribishwa kutuma maombi tena, kwa idara nyingine au wakati mwingine.',
  'Declined on': 'Yalikataliwa tarehe',
  Reason: 'Sababu',
  'Message from our team': 'Ujumbe kutoka kwa timu yetu',
  'No place in the department': 'Hakuna nafasi katika idara',
  'Documents missing or unreadable': 'Nyaraka hazipo au hazisomeki',
  'Requirements of the course not met': 'Mahitaji ya kozi hayajatimizwa',
  'Dates do not fit': 'Tarehe hazilingani',
  'Applied too late': 'Maombi yalitumwa kwa kuchelewa',
  'Applied more than once': 'Maombi yalitumwa zaidi ya mara moja',
  'Another reason': 'Sababu nyingine',
  'You have withdrawn': 'Umeondoa maombi yako',
  'You withdrew this application and we are not working on it any more.':
    'Uliondoa maombi haya na hatuyashughulikii tena.',
  'Nothing, unless you change your mind: apply again, or ask us to bring this application back.':
    'Hakuna, isipokuwa ukibadilisha nia: tuma maombi tena, au utuombe tuyarejeshe maombi haya.',
  'This application is closed': 'Maombi haya yamefungwa',
  'We have put it into our archive and are not working on it any more.':
    'Tumeyaweka kwenye hifadhi yetu ya nyaraka na hatuyashughulikii tena.',
  'If you still expect an answer from us, please ask and name your reference ID. You are welcome to apply again.':
    'Ikiwa bado unasubiri jibu kutoka kwetu, tafadhali tuulize ukitaja nambari yako ya kumbukumbu. Unakaribishwa kutuma maombi tena.',
  'Withdrawn on': 'Yaliondolewa tarehe',
  'Download my answers': 'Pakua majibu yangu',
  'Withdraw my application': 'Ondoa maombi yangu',
  'Apply again': 'Tuma maombi tena',
  'Withdraw your application?': 'Unataka kuondoa maombi yako?',
  'We then stop working on it at once, and a place that you may have goes to somebody else. You can apply again at any time.':
    'Tutaacha kuyashughulikia mara moja, na ikiwa umepata nafasi atapewa mtu mwingine. Unaweza kutuma maombi tena wakati wowote.',
  'Yes, withdraw my application': 'Ndiyo, ondoa maombi yangu',
  'No, keep it': 'Hapana, yaache',
  'My application {reference}': 'Maombi yangu {reference}',
  'Industrial attachment, {foundation}. Received on {day}.':
    'Mafunzo kazini (attachment), {foundation}. Yalipokelewa tarehe {day}.',
  'Agreed to on {day}': 'Ulichokubali tarehe {day}',
  'No answer': 'Hakuna jibu',
  Yes: 'Ndiyo',
  No: 'Hapana',
  'Enter the reference ID as your confirmation shows it, like SPH-2026-0K7ANGA1':
    'Andika nambari ya kumbukumbu kama ilivyo kwenye uthibitisho wako, kwa mfano SPH-2026-0K7ANGA1',
  'Enter the phone number or the email address that you gave in the application':
    'Andika nambari ya simu au barua pepe uliyoandika kwenye maombi',
  'We know no application with this reference ID and this phone number or email address. Please check both.':
    'Hatuna maombi yenye nambari hii ya kumbukumbu pamoja na nambari hii ya simu au barua pepe. Tafadhali kagua yote mawili.',
  'tries that found no application': 'Umejaribu mara nyingi mno bila kupata maombi.',
  'This application is closed already: there is nothing left to withdraw.':
    'Maombi haya yameshafungwa: hakuna cha kuondoa.',
  'We have declined this application: there is nothing left to withdraw.':
    'Tuliyakataa maombi haya: hakuna cha kuondoa.',
  'You have withdrawn this application already.': 'Umeshaondoa maombi haya.',

  // What the form says of wrong answers (contract/fields.ts, contract/attachment.ts)
  'Please check these fields and try again.': 'Tafadhali kagua sehemu hizi kisha ujaribu tena.',
  Required: 'Inahitajika',
  'Valid email required': 'Andika anwani sahihi ya barua pepe',
  'Valid URL required': 'Andika kiungo (URL) sahihi',
  'You must agree to terms': 'Ni lazima ukubali masharti',
  'Use at most {count} characters': 'Tumia herufi zisizozidi {count}',
  'Remove the characters that cannot be shown': 'Ondoa alama zisizoweza kuonyeshwa',
  'Enter a phone number, like 0712 345 678 or +254 712 345 678':
    'Andika nambari ya simu, kama 0712 345 678 au +254 712 345 678',
  'Enter a real date, like 2004-03-27': 'Andika tarehe sahihi, kama 2004-03-27',
  'Choose 1 September 2025 or a later day': 'Chagua tarehe 1 Septemba 2025 au siku ya baadaye',
  'Choose from the list': 'Chagua kutoka kwenye orodha',
  'Choose yes or no': 'Chagua ndiyo au la',
  'Use a text': 'Andika maneno',
  'Please reload the page and send once more': 'Tafadhali pakia ukurasa upya na utume tena',
  'Choose an institution from the list': 'Chagua chuo kutoka kwenye orodha',
  'Choose a department from the list': 'Chagua idara kutoka kwenye orodha',
  'Choose a course from the list': 'Chagua kozi kutoka kwenye orodha',
  'Choose a course of the chosen institution': 'Chagua kozi ya chuo ulichochagua',

  // What it says when something else goes wrong
  'Failed to submit application. Please check all fields and try again.':
    'Maombi hayakutumwa. Tafadhali kagua sehemu zote kisha ujaribu tena.',
  'Failed to load courses for selected institution.': 'Kozi za chuo ulichochagua hazikupakiwa.',
  'Failed to fetch institutions': 'Orodha ya vyuo haikupatikana',
  'Failed to fetch departments': 'Orodha ya idara haikupatikana',
  'Failed to fetch courses': 'Orodha ya kozi haikupatikana',
  'An application from this page was received before, with reference {reference}. To send this one as well, submit it once more.':
    'Maombi kutoka ukurasa huu yalipokewa awali, yakiwa na nambari ya kumbukumbu {reference}. Ukitaka kutuma haya pia, yatume mara nyingine.',
  'Your application could not be stored. Please send it once more.':
    'Maombi yako hayakuweza kuhifadhiwa. Tafadhali yatume tena.',
  'Too many {of}. Please try again in {wait}.': '{of} Tafadhali jaribu tena baada ya {wait}.',
  'applications from your network': 'Maombi kutoka kwenye mtandao wako yamezidi.',
  'applications with this e-mail address': 'Maombi yenye barua pepe hii yamezidi.',
  'a minute': 'dakika moja',
  '{minutes} minutes': 'dakika {minutes}',
  '{hours} hours': 'saa {hours}',
  'Too many people are here at this moment. Please try again in a few seconds.':
    'Kuna watu wengi sana hapa kwa sasa. Tafadhali jaribu tena baada ya sekunde chache.',
  'This is not available at the moment. Please try again in a minute.':
    'Huduma hii haipatikani kwa sasa. Tafadhali jaribu tena baada ya dakika moja.',
  'Nothing can be saved at the moment, because our storage is full. Please try again later.':
    'Hakuna kinachoweza kuhifadhiwa kwa sasa, kwa sababu hifadhi yetu imejaa. Tafadhali jaribu tena baadaye.',
  'This is too large. Please shorten your texts.':
    'Maandishi haya ni marefu mno. Tafadhali yafupishe.',
  'Something went wrong on our side. Please try again.':
    'Hitilafu imetokea upande wetu. Tafadhali jaribu tena.',
} as const satisfies Record<string, string>

/** An English text that has a translation. */
export type Sentence = keyof typeof kiswahili
