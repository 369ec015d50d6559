;;; What AisleRiot's rule modules ask of the program that runs them: piles, callbacks, delayed
;;; calls, chance, and the tool bar. The program's own version of this module is written in C;
;;; this one draws nothing and keeps everything where the driver can read and restore it.

(define-module (aisleriot interface)
  #:declarative? #f
  #:export (;; For the rule modules.
            add-slot get-slot set-cards-c!
            set-slot-x-expansion! set-slot-y-expansion! reset-surface
            set-lambda set-lambda! delayed-call get-timeout set-timeout!
            set-feature-word! get-feature-word
            aisleriot-random click-to-move?
            update-score set-statusbar-message-c
            undo-set-sensitive redo-set-sensitive dealable-set-sensitive
            ;; For the driver.
            pile-data pile-cards callbacks features chance delayed
            callback-index pile-count))

;; Piles. `pile-data` holds what a module said of each pile when it added it, `pile-cards` the
;; cards, topmost first, under the same index: the pile's id, counted from 0.
(define pile-data '#())
(define pile-cards '#())

(define (pile-count) (vector-length pile-cards))

(define (grown vector size)
  (let ((new (make-vector size '())))
    (vector-move-left! vector 0 (min size (vector-length vector)) new 0)
    new))

;; A pile comes as (id cards (spread (x y) [depth]) kind).
(define (add-slot data)
  (let* ((id (car data))
         (size (max (+ id 1) (vector-length pile-cards))))
    (set! pile-data (grown pile-data size))
    (set! pile-cards (grown pile-cards size))
    (vector-set! pile-data id data)
    (vector-set! pile-cards id (cadr data))))

(define (get-slot id) (list id (vector-ref pile-cards id)))
(define (set-cards-c! id cards) (vector-set! pile-cards id cards))
(define (reset-surface)
  (set! pile-data '#())
  (set! pile-cards '#()))

;; How widely cards overlap is a matter of drawing.
(define (set-slot-x-expansion! id step) #t)
(define (set-slot-y-expansion! id step) #t)

;; Callbacks, in the order in which `set-lambda` takes them; the last two only where the module
;; announces the feature.
(define callback-names
  '(new-game button-pressed button-released button-clicked button-double-clicked
    game-over winning-game hint get-options apply-options timeout droppable dealable))

(define callbacks (make-vector (length callback-names) #f))

(define (callback-index name)
  (let loop ((names callback-names) (index 0))
    (cond ((null? names) (error "AisleRiot asks for an unknown callback:" name))
          ((eq? (car names) name) index)
          (else (loop (cdr names) (+ index 1))))))

(define features 0)
(define (set-feature-word! word) (set! features word))
(define (get-feature-word) features)

(define (set-lambda . procedures)
  (let* ((fixed (callback-index 'droppable))
         (droppable? (logtest features 1))
         (dealable? (logtest features 4))
         (new (make-vector (length callback-names) #f)))
    (let loop ((rest procedures) (index 0))
      (when (and (pair? rest) (< index fixed))
        (vector-set! new index (car rest))
        (loop (cdr rest) (+ index 1))))
    (let ((extra (if (> (length procedures) fixed) (list-tail procedures fixed) '())))
      (when (and droppable? (pair? extra))
        (vector-set! new (callback-index 'droppable) (car extra)))
      (let ((extra (if (and droppable? (pair? extra)) (cdr extra) extra)))
        (when (and dealable? (pair? extra))
          (vector-set! new (callback-index 'dealable) (car extra)))))
    (set! callbacks new)))

(define (set-lambda! name procedure)
  (set! callbacks (vector-copy callbacks))
  (vector-set! callbacks (callback-index name) procedure))

;; Delayed calls: what the program would do a moment later. The driver runs them to the end.
(define delayed '())
(define (delayed-call procedure)
  (set! delayed (append delayed (list procedure)))
  #t)

(define (get-timeout) 0)
(define (set-timeout! seconds) #t)

;; Chance after the deal (a shuffle at a redeal, say): a small generator whose whole state is one
;; number, so that taking a move back takes the chance back too. Lehmer's, modulus 2^31 - 1.
(define chance 1)
(define (aisleriot-random range)
  (set! chance (modulo (* 48271 chance) 2147483647))
  (if (exact-integer? range)
      (quotient (* range chance) 2147483647)
      (* range (/ chance 2147483647.0))))

(define (click-to-move?) #f)

(define (update-score text) #t)
(define (set-statusbar-message-c text) #t)
(define (undo-set-sensitive on?) #t)
(define (redo-set-sensitive on?) #t)
(define (dealable-set-sensitive on?) #t)
