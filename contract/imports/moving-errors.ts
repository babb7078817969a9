import type { Language } from '#contract/language.ts';

/** What the check of a move says beside a cell: docs/moving-in.md, "Dry run". */
export const movingTexts = {
  severalFit: {
    en: '{n} fit this. Choose the right one',
    lo: 'ມີ {n} ລາຍການທີ່ກົງກັນ. ກະລຸນາເລືອກອັນທີ່ຖືກຕ້ອງ',
  },
  nothingNamed: {
    en: 'Nothing is called “{n}”. Choose one, add its row, or leave this row out',
    lo: 'ບໍ່ພົບ “{n}”. ກະລຸນາເລືອກ, ເພີ່ມແຖວຂອງລາຍການນັ້ນ ຫຼື ບໍ່ນຳເຂົ້າແຖວນີ້',
  },
  waitsFor: {
    en: 'Waits for the row of {n}, which has to be corrected first',
    lo: 'ລໍຖ້າແຖວຂອງ {n} ເຊິ່ງຕ້ອງແກ້ໄຂກ່ອນ',
  },
  staysHere: {
    en: 'Here it is {n}, and stays so. Change it on its own page',
    lo: 'ໃນລະບົບແມ່ນ {n} ແລະ ຍັງຄືເກົ່າ. ກະລຸນາແກ້ໄຂຢູ່ໜ້າຂອງລາຍການນັ້ນ',
  },
  busyWith: {
    en: 'Busy with {n} at this time. The row is imported all the same',
    lo: 'ມີຮຽນ {n} ໃນເວລາດຽວກັນ. ແຖວນີ້ຍັງນຳເຂົ້າ',
  },
  guardianStays: {
    en: '{n} is not added: it may be a guardian who is here, or who was erased. Change guardians on the page of the student',
    lo: 'ບໍ່ໄດ້ເພີ່ມ {n}: ອາດແມ່ນຜູ້ປົກຄອງທີ່ມີຢູ່ແລ້ວ ຫຼື ຖືກລຶບແລ້ວ. ແກ້ໄຂຜູ້ປົກຄອງຢູ່ໜ້າຂອງນັກຮຽນ',
  },
  lessonsHeld: {
    en: 'Not in the file. By the timetable {n} were held before today. Take that, or write how many were used',
    lo: 'ບໍ່ມີໃນຟາຍ. ຕາມຕາຕະລາງ ຮຽນໄປແລ້ວ {n} ຄັ້ງກ່ອນມື້ນີ້. ໃຊ້ຈຳນວນນີ້ ຫຼື ໃສ່ຈຳນວນທີ່ໃຊ້ໄປແລ້ວ',
  },
  lessonsDiffer: {
    en: '{n}: sessions left in this row / in the class. The row counts. Said once for each class',
    lo: '{n}: ຈຳນວນຄັ້ງທີ່ເຫຼືອຂອງແຖວນີ້ / ຂອງຫ້ອງຮຽນ. ນັບຕາມແຖວ; ບອກຄັ້ງດຽວຕໍ່ຫ້ອງ',
  },
  rowOtherwise: {
    en: 'Row {n} names the same, but says something else. Correct one of them, or leave this row out',
    lo: 'ແຖວ {n} ລະບຸລາຍການດຽວກັນ ແຕ່ຂໍ້ມູນຕ່າງກັນ. ກະລຸນາແກ້ໄຂແຖວໜຶ່ງ ຫຼື ບໍ່ນຳເຂົ້າແຖວນີ້',
  },
  rowTwice: { en: 'The same as row {n}. Left out', lo: 'ຄືກັນກັບແຖວ {n}. ບໍ່ນຳເຂົ້າ' },
  samePerson: {
    en: 'Same name, and same birthday or phone of a parent, as {n}. Leave this row out, or say that it is another person',
    lo: 'ຊື່ ພ້ອມວັນເກີດ ຫຼື ເບີໂທຜູ້ປົກຄອງຄືກັນກັບ {n}. ບໍ່ນຳເຂົ້າແຖວນີ້ ຫຼື ບອກວ່າເປັນຄົນລະຄົນ',
  },
  personErased: {
    en: 'This person was erased. Leave this row out',
    lo: 'ບຸກຄົນນີ້ຖືກລຶບແລ້ວ. ບໍ່ນຳເຂົ້າແຖວນີ້',
  },
  personMerged: {
    en: 'This person was merged into {n}. Write that code, or leave this row out',
    lo: 'ບຸກຄົນນີ້ຖືກລວມເຂົ້າກັບ {n} ແລ້ວ. ໃສ່ລະຫັດນັ້ນ ຫຼື ບໍ່ນຳເຂົ້າແຖວນີ້',
  },
  phoneWhose: {
    en: 'Is this the phone of the family or of the child? Answer once above for the whole sheet',
    lo: 'ເບີນີ້ແມ່ນຂອງຄອບຄົວ ຫຼື ຂອງເດັກ? ຕອບຄັ້ງດຽວຢູ່ຂ້າງເທິງ ສຳລັບທັງແຜ່ນງານ',
  },
  guardianShort: {
    en: 'The same phone as {n}, and only a shorter or longer name. Answer once above whether that is one person',
    lo: 'ເບີໂທດຽວກັນກັບ {n} ແຕ່ຊື່ສັ້ນກວ່າ ຫຼື ຍາວກວ່າ. ຕອບຄັ້ງດຽວຢູ່ຂ້າງເທິງ ວ່າແມ່ນຄົນດຽວກັນບໍ',
  },
  closedRecord: {
    en: '{n} is archived or out of use. Bring it back on its page, write another one, or leave this row out',
    lo: '{n} ເກັບມ້ຽນ ຫຼື ປິດໃຊ້ງານແລ້ວ. ເອົາກັບຄືນຢູ່ໜ້າຂອງລາຍການນັ້ນກ່ອນ, ໃສ່ອັນອື່ນ ຫຼື ບໍ່ນຳເຂົ້າແຖວນີ້',
  },
  skuTwice: {
    en: 'Row {n} has the same SKU. Correct one of them, or leave this row out',
    lo: 'ແຖວ {n} ມີລະຫັດສິນຄ້າດຽວກັນ. ກະລຸນາແກ້ໄຂແຖວໜຶ່ງ ຫຼື ບໍ່ນຳເຂົ້າແຖວນີ້',
  },
  likePerson: {
    en: 'There is {n} with the same phone, or the same name and birthday. Leave this row out, or say that it is another person',
    lo: 'ມີ {n} ທີ່ເບີໂທຄືກັນ ຫຼື ຊື່ ແລະ ວັນເກີດຄືກັນແລ້ວ. ບໍ່ນຳເຂົ້າແຖວນີ້ ຫຼື ບອກວ່າເປັນຄົນລະຄົນ',
  },
  likeRow: {
    en: 'Row {n} has the same phone, or the same name and birthday. Leave this row out, or say that it is another person',
    lo: 'ແຖວ {n} ມີເບີໂທຄືກັນ ຫຼື ຊື່ ແລະ ວັນເກີດຄືກັນ. ບໍ່ນຳເຂົ້າແຖວນີ້ ຫຼື ບອກວ່າເປັນຄົນລະຄົນ',
  },
  likeGuardian: {
    en: 'There is {n} with the same phone or the same name. Is this guardian another person?',
    lo: 'ມີ {n} ທີ່ເບີໂທ ຫຼື ຊື່ຄືກັນແລ້ວ. ຜູ້ປົກຄອງນີ້ແມ່ນຄົນລະຄົນບໍ?',
  },
  weekdayUnknown: {
    en: '“{n}” is no day of the week. Write it like Tue, Thu 17:30-19:00',
    lo: '“{n}” ບໍ່ແມ່ນວັນໃນອາທິດ. ຂຽນແບບ ອັງຄານ, ພະຫັດ 17:30-19:00',
  },
  daysOrSpan: {
    en: '“{n}”: these two days, or all days between them?',
    lo: '“{n}”: ສອງມື້ນີ້ ຫຼື ທຸກມື້ໃນຊ່ວງນີ້?',
  },
  timesUnclear: {
    en: 'Write the beginning and the end, like Tue, Thu 17:30-19:00',
    lo: 'ຂຽນເວລາເລີ່ມ ແລະ ເວລາເລີກ ເຊັ່ນ ອັງຄານ, ພະຫັດ 17:30-19:00',
  },
  changedSinceCheck: {
    en: 'Somebody has changed this here since the check. Check the row again',
    lo: 'ມີຄົນປ່ຽນຂໍ້ມູນນີ້ຫຼັງຈາກກວດ. ກວດແຖວນີ້ຄືນໃໝ່',
  },
  agesUnclear: {
    en: 'Write the ages like 6-9, 6+ or up to 9',
    lo: 'ຂຽນອາຍຸແບບ 6-9, 6+ ຫຼື ເຖິງ 9',
  },
  classTooFull: {
    en: 'More students than seats: {n}. Give the class more seats, or leave rows out',
    lo: 'ນັກຮຽນຫຼາຍກວ່າບ່ອນນັ່ງ: {n}. ເພີ່ມບ່ອນນັ່ງໃຫ້ຫ້ອງຮຽນ ຫຼື ບໍ່ນຳເຂົ້າບາງແຖວ',
  },
  sumsDiffer: {
    en: 'The sums paid and owed are not {n} together',
    lo: 'ຍອດທີ່ຊຳລະແລ້ວ ແລະ ຍອດຄ້າງ ລວມກັນບໍ່ແມ່ນ {n}',
  },
  percentRange: { en: '0 to 100 %', lo: '0 ຫາ 100 %' },
  oneSession: { en: 'At least 1 session', lo: 'ຢ່າງໜ້ອຍ 1 ຄັ້ງຮຽນ' },
  belowZero: { en: 'Not below 0', lo: 'ບໍ່ຕ່ຳກວ່າ 0' },
  nothingOwed: { en: 'Left out, because the sum is 0', lo: 'ບໍ່ນຳເຂົ້າ ເພາະຍອດແມ່ນ 0' },
  moneyWritten: {
    en: 'Written on {n} with another sum. Void that order or payment first',
    lo: 'ບັນທຶກແລ້ວວັນທີ {n} ດ້ວຍຍອດອື່ນ. ກະລຸນາຍົກເລີກຄຳສັ່ງຊື້ ຫຼື ການຊຳລະນັ້ນກ່ອນ',
  },
  sameDebt: {
    en: 'A debt of this sum and text is written already, due {n} (day of writing in brackets). Is this another one? “Yes” writes it too, “No” writes nothing',
    lo: 'ໜີ້ທີ່ຍອດ ແລະ ລາຍການຄືກັນນີ້ບັນທຶກແລ້ວ, ຄົບກຳນົດ {n} (ໃນວົງເລັບແມ່ນວັນທີບັນທຶກ). ອັນນີ້ແມ່ນໜີ້ອື່ນບໍ? “ແມ່ນ” ຈະບັນທຶກເພີ່ມ, “ບໍ່” ຈະບໍ່ບັນທຶກຫຍັງ',
  },
  sameCredit: {
    en: 'A credit of this sum and text was written already on {n}. Is this another one? “Yes” writes it too, “No” writes nothing',
    lo: 'ຍອດຄົງເຫຼືອທີ່ຍອດ ແລະ ລາຍການຄືກັນນີ້ບັນທຶກແລ້ວວັນທີ {n}. ອັນນີ້ແມ່ນຍອດອື່ນບໍ? “ແມ່ນ” ຈະບັນທຶກເພີ່ມ, “ບໍ່” ຈະບໍ່ບັນທຶກຫຍັງ',
  },
  freeHasPrice: {
    en: 'A place free of charge has no price. Empty this cell, or say that it is not free',
    lo: 'ການລົງທະບຽນທີ່ບໍ່ເກັບເງິນບໍ່ມີລາຄາ. ລຶບຊ່ອງນີ້ ຫຼື ບອກວ່າເກັບເງິນ',
  },
  placeBilled: {
    en: 'This place has a bill already, so the sheet adds no money to it',
    lo: 'ການລົງທະບຽນນີ້ມີໃບເກັບເງິນແລ້ວ, ນຳເງິນຈາກແຜ່ນງານເຂົ້າອີກບໍ່ໄດ້',
  },
  numbersBegun: {
    en: 'This series has begun; its last number is {n}. Leave this row out',
    lo: 'ຊຸດເລກທີນີ້ໃຊ້ແລ້ວ, ເລກທີສຸດທ້າຍແມ່ນ {n}. ບໍ່ນຳເຂົ້າແຖວນີ້',
  },
  numbersTwice: {
    en: 'Row {n} says another last number of this series',
    lo: 'ແຖວ {n} ບອກເລກທີສຸດທ້າຍອື່ນຂອງຊຸດເລກທີນີ້',
  },
  superadminByFile: {
    en: 'A superadmin is never made by a file. Add the account on its own page',
    lo: 'ຜູ້ດູແລລະບົບສູງສຸດສ້າງຈາກຟາຍບໍ່ໄດ້. ກະລຸນາເພີ່ມຢູ່ໜ້າບັນຊີພະນັກງານ',
  },
  cashCounted: {
    en: 'This drawer was opened or this safe was counted already. Leave this row out',
    lo: 'ລິ້ນຊັກນີ້ເປີດແລ້ວ ຫຼື ຕູ້ນິລະໄພນີ້ນັບແລ້ວ. ບໍ່ນຳເຂົ້າແຖວນີ້',
  },
  payNeedsTwo: {
    en: '{n} is a large raise. Enter it on the page of the teacher, where a second person signs',
    lo: '{n} ຂຶ້ນຫຼາຍ. ກະລຸນາປ້ອນຢູ່ໜ້າຂອງຄູສອນ ເຊິ່ງຕ້ອງໃຫ້ຄົນທີສອງອະນຸມັດ',
  },
  rateNeedsTwo: {
    en: 'A change of {n} needs a second person. Enter it on the page of exchange rates',
    lo: 'ການປ່ຽນ {n} ຕ້ອງໃຫ້ຄົນທີສອງອະນຸມັດ. ກະລຸນາປ້ອນໃນໜ້າອັດຕາແລກປ່ຽນ',
  },
  notWritten: {
    en: 'Could not be written, because the records have changed. Check the row again',
    lo: 'ບັນທຶກບໍ່ໄດ້ ເພາະຂໍ້ມູນປ່ຽນແລ້ວ. ກະລຸນາກວດແຖວນີ້ຄືນ',
  },
} as const satisfies Record<string, Record<Language, string>>;
