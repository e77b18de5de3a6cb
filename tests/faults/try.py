import sys, importlib, collections, time
from conformance.specfile import SpecIndex, bundled_specs
from conformance.harness import Judge, Options
ix = SpecIndex(); R = bundled_specs()
from conformance.reference import create_device
def cases(specs, part):
    for s in specs:
        for p in sorted(R.glob(f'V*/{s}.mod.py')):
          for i in ix.names(p):
            if part in i.name and (part or not i.name.endswith('_internal')): yield f'{s}/{i.name}', p, i.name
def run(dev, f):
    j = Judge(dev, Options(callback_timeout=0.3))
    out=[]
    for cid,p,n in cases(f.specs, f.cases):
        out += j.judge(ix.load(p,n), cid, f.paths)
    return out + j.close()
mod=importlib.import_module('tests.faults.'+sys.argv[1])
pat = sys.argv[2] if len(sys.argv)>2 else ''
full = len(sys.argv)>3
import logging; logging.disable(logging.CRITICAL)
class S: faults=getattr(mod,'FAULTS',[])
for sh in [v for v in vars(mod).values() if type(v).__name__=='Shelf']+[S]:
    for f in sh.faults:
        if pat not in f.name: continue
        t=time.time(); vs=run(f.device(), f); t=time.time()-t
        bad=[v for v in vs if v.kind!='passed']
        hit=[v for v in bad if v.rule==f.rule and all(s in v.reason for s in f.says)]
        other=collections.Counter(v.rule for v in bad)
        sp=[v.case_id for v in bad if any(s in v.case_id.split('/')[-1] for s in f.spares)]
        print('OK ' if hit and not sp and set(other)<={f.rule,*f.also} else 'XX ', f.name, f'{len(bad)}/{len(vs)} hits {len(hit)} {dict(other)} {t:.2f}s', 'SPARED '+str(sp[:3]) if sp else '')
        for v in ([hit[0], hit[-1]] if hit else [])+ ([v for v in bad if v not in hit][:2 if not hit or full else 0]) + [v for v in bad if v.rule not in (f.rule,*f.also)][:1]:
            print('      ', v.case_id.split('/')[-1], v.rule, '|', v.reason.split(' of ',1)[-1][:330])
