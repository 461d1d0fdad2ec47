# work that another spelling saves
pattern tested { attend when((q * k) % 3 == 0) & causal }
pattern padded { attend blocks(100, random(3, seed=1) | window(1)) | blocks(48, queries(every=4) & window(4)) }
pattern shared(w=2048) { attend segment(w, dilation=4, offset=head) & causal }
module Grouped { pattern shared; embed 512; heads 8; kv_heads 2 }
