/**
 * The 18 provinces of Laos: code of the national address data, ISO 3166-2, names in both languages.
 */
export const provinces = [
  { code: '01', iso: 'LA-VT', en: 'Vientiane Capital', lo: 'ນະຄອນຫຼວງວຽງຈັນ' },
  { code: '02', iso: 'LA-PH', en: 'Phongsaly', lo: 'ຜົ້ງສາລີ' },
  { code: '03', iso: 'LA-LM', en: 'Luang Namtha', lo: 'ຫຼວງນ້ຳທາ' },
  { code: '04', iso: 'LA-OU', en: 'Oudomxay', lo: 'ອຸດົມໄຊ' },
  { code: '05', iso: 'LA-BK', en: 'Bokeo', lo: 'ບໍ່ແກ້ວ' },
  { code: '06', iso: 'LA-LP', en: 'Luang Prabang', lo: 'ຫຼວງພະບາງ' },
  { code: '07', iso: 'LA-HO', en: 'Houaphanh', lo: 'ຫົວພັນ' },
  { code: '08', iso: 'LA-XA', en: 'Xayabouly', lo: 'ໄຊຍະບູລີ' },
  { code: '09', iso: 'LA-XI', en: 'Xiengkhouang', lo: 'ຊຽງຂວາງ' },
  { code: '10', iso: 'LA-VI', en: 'Vientiane Province', lo: 'ແຂວງວຽງຈັນ' },
  { code: '11', iso: 'LA-BL', en: 'Bolikhamxay', lo: 'ບໍລິຄຳໄຊ' },
  { code: '12', iso: 'LA-KH', en: 'Khammouane', lo: 'ຄຳມ່ວນ' },
  { code: '13', iso: 'LA-SV', en: 'Savannakhet', lo: 'ສະຫວັນນະເຂດ' },
  { code: '14', iso: 'LA-SL', en: 'Salavan', lo: 'ສາລະວັນ' },
  { code: '15', iso: 'LA-XE', en: 'Sekong', lo: 'ເຊກອງ' },
  { code: '16', iso: 'LA-CH', en: 'Champasak', lo: 'ຈຳປາສັກ' },
  { code: '17', iso: 'LA-AT', en: 'Attapeu', lo: 'ອັດຕະປື' },
  { code: '18', iso: 'LA-XS', en: 'Xaysomboun', lo: 'ໄຊສົມບູນ' },
] as const;

export type ProvinceCode = (typeof provinces)[number]['code'];
export const provinceCodes: readonly ProvinceCode[] = provinces.map((province) => province.code);
