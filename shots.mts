import { chromium } from '@playwright/test';
import { signInToDemo } from '#scripts/demo-accounts.ts';
import { browserFlags, browserPath } from '#scripts/browser-path.ts';
const origin='http://127.0.0.1:4611';
const b=await chromium.launch({executablePath:browserPath(),args:browserFlags});
const P={terms:'/class-allocation-management/academic-terms',addTerm:'/class-allocation-management/academic-terms/add-academic-term',cats:'/coursefree-managerment/course-categories',addCat:'/course-fee-managerment/course-categories/add-course-categories',courses:'/course-fee-managerment/courses',fees:'/course-fee-managerment/course-fee'};
const ctx0=await b.newContext(); await signInToDemo(await ctx0.newPage(),origin,'superadmin'); const state=await ctx0.storageState();
async function shot(name:string,url:string,{w=1280,h=800,lng='en',dark=false,act}:{w?:number,h?:number,lng?:string,dark?:boolean,act?:(p:any)=>Promise<void>}={}){
 const c=await b.newContext({viewport:{width:w,height:h},storageState:state,serviceWorkers:'block',colorScheme:dark?'dark':'light',hasTouch:w<1000});
 const p=await c.newPage(); p.on('console',m=>{if(m.type()==='error')console.log(name,m.text())}); p.on('pageerror',e=>console.log(name,String(e)));
 await p.goto(origin+url+(url.includes('?')?'&':'?')+'lng='+lng); await p.locator('main h1').waitFor(); await p.waitForLoadState('networkidle');
 try { if(act) await act(p); } catch(e){console.log(name,String(e).slice(0,300))}
 await p.waitForTimeout(300);
 await p.screenshot({path:`/tmp/h1tools/${name}.png`,fullPage:h>w}); await c.close();
}
const only=process.argv[2];
const openFirst=async(p:any)=>{await p.locator('main table a, main ul a').first().click(); await p.locator('main form').waitFor(); await p.waitForLoadState('networkidle');};
const jobs:[string,()=>Promise<void>][]=[
 ['terms',()=>shot('terms',P.terms)],
 ['terms-lo-dark',()=>shot('terms-lo-dark',P.terms,{lng:'lo',dark:true,w:800,h:1280})],
 ['term-lo-tab',()=>shot('term-lo-tab',P.terms,{lng:'lo',w:800,h:1280,act:openFirst})],
 ['term-dark',()=>shot('term-dark',P.terms,{dark:true,act:openFirst})],
 ['term-phone',()=>shot('term-phone',P.addTerm,{w:390,h:844})],
 ['cats',()=>shot('cats',P.cats)],
 ['cats-phone-lo',()=>shot('cats-phone-lo',P.cats,{w:390,h:844,lng:'lo',dark:true})],
 ['addcat-dark',()=>shot('addcat-dark',P.addCat,{dark:true,lng:'lo'})],
 ['courses',()=>shot('courses',P.courses)],
 ['courses-phone',()=>shot('courses-phone',P.courses,{w:390,h:844,lng:'lo'})],
 ['course',()=>shot('course',P.courses,{w:800,h:1280,act:openFirst})],
 ['fees',()=>shot('fees',P.fees,{dark:true})],
 ['fee',()=>shot('fee',P.fees,{w:1280,h:1400,act:openFirst})],
 ['fee-lo-tab',()=>shot('fee-lo-tab',P.fees,{w:800,h:1280,lng:'lo',act:openFirst})],
];
for(const [n,j] of jobs) if(!only||n.includes(only)) await j();
await b.close();
